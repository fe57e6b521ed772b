# soak: another kind
NAMES="tickets slots"
. $SRC/tests/cli/run/lasting.cmd
