# soak: more that compute without end
MORE=yes
. $SRC/tests/cli/grade/loads-once.cmd
