# soak: another kind
NAMES=tickets
. $SRC/tests/cli/run/lasting.cmd
