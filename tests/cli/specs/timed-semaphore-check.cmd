cd $SRC/specs/timed-semaphore
srtest check timed-semaphore.yaml
