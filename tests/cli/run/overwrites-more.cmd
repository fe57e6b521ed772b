# soak: other attacks
MORE=yes
. $SRC/tests/cli/run/overwrites.cmd
