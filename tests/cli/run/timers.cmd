. $SRC/tests/cli/run/waiting/try timer timerfd
