. $SRC/tests/cli/run/waiting/try ordinary cxx
