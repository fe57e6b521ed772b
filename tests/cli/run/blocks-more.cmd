# soak: other structures, and what reports say
MORE=yes
. $SRC/tests/cli/run/blocks.cmd
