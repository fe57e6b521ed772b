# soak: the other kinds of locks
KINDS="-DCOMPARE -DKIND= -DEXCHANGE -DTICKET -DHALVES -DWHOLE -DBITS -mcx16_-DWIDE -DKIND=volatile"
. $SRC/tests/cli/race/assembly.cmd
