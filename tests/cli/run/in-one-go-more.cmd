# soak: the other functions
KINDS="CONVERTED SIGNALS LISTED SEARCHED PART BEHIND PRINTED PARTED"
. $SRC/tests/cli/run/in-one-go.cmd
