cd $SRC/specs/mailbox
srtest check mailbox.yaml --states 100000
