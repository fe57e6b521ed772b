# soak: those that spin take long
# the same files, compiled by srtest, so that each access to memory is a scheduling point
$SRC/tests/implementations --hooks --jobs 1 --good-tests 20 --shrink-time 0 semaphore/good timed-semaphore/faulty mailbox/good
