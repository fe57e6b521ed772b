. $SRC/tests/cli/run/waiting/try sigwait pause interrupted
