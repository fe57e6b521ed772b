# soak: the other ways
TIMED=counting_semaphore SHARED=atomic_notify BUFFERS=two_semaphores
. $SRC/tests/cli/run/cxx.cmd
