# soak: the other ways
KINDS="-DFUTEX -DCONDITION -DBELL -DDESCRIPTOR_-DYIELDS"
. $SRC/tests/cli/run/looks.cmd
