# soak: the same where calls use up a counter
MORE=yes
. $SRC/tests/cli/run/shapes.cmd
