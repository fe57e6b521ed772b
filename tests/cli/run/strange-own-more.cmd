# soak: the other ways to look at it
NAMES="bytewise checked compared"
. $SRC/tests/cli/run/strange-own.cmd
