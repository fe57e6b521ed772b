# soak: it takes long
. $SRC/tests/cli/run/waiting/try ordinary cxx shared stacks names
