cd $SRC/specs/mailbox
judge() { srtest judge "$@" || echo "exit $?"; }
judge mailbox.yaml small-ok.jsonl
judge mailbox.yaml capped-bad.jsonl
