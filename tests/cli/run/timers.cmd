TESTS=30
. $SRC/tests/cli/run/waiting/try timer timerfd clock
