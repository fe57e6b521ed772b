# soak: the other ways
READERS="timeout park" SEMAPHORES=ticket BUFFERS=spinlock
. $SRC/tests/cli/run/rust.cmd
