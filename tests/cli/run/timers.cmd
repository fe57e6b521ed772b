# long: where several builds are tested, in the last one only
TESTS=30
. $SRC/tests/cli/run/waiting/try timer timerfd clock joins
