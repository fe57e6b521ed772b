# long: where several builds are tested, in the last one only
. $SRC/tests/cli/run/waiting/try sigwait pause interrupted alternate coroutine contexts signalfd
