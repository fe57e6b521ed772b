# soak: other kinds, and another seed
NAMES="publication tickets log circle" AT="1 2"
. $SRC/tests/cli/run/crowds.cmd
