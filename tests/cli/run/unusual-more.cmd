# soak: the same with hooks
MORE=yes
. $SRC/tests/cli/run/unusual.cmd
