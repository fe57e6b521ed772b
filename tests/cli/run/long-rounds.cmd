# soak: who polls may do nothing thousands of times before it looks again
TESTS=40
. $SRC/tests/cli/run/waiting/try rounds
