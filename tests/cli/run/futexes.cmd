. $SRC/tests/cli/run/waiting/try futex requeue named cleanup
