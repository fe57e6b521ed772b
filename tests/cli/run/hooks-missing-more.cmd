# soak: the other ways
WAYS="ASSEMBLY RIGHT"
. $SRC/tests/cli/run/hooks-missing.cmd
