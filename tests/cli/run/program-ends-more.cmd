# soak: the other kinds
KINDS="STOPS NEWEST BAD_KEEPS_LOCK BAD_EXITS JOINS LAST_OF_ALL EXITS TWICE UNDERSCORE"
. $SRC/tests/cli/run/program-ends.cmd
