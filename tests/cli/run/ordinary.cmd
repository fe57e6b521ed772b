# long: where several builds are tested, in the last one only
. $SRC/tests/cli/run/waiting/try ordinary cxx shared stacks names
