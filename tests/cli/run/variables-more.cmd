# soak: other sanitizers, clang, replay files and classes
MORE=yes
. $SRC/tests/cli/run/variables.cmd
