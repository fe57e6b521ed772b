# soak: the other ways in which code comes
NAMES="closure again demanded mapped moved protected rewritten twice"
. $SRC/tests/cli/run/strange.cmd
