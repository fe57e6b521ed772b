cd $SRC/specs/lock
judge() { srtest judge "$@" || echo "exit $?"; }
judge lock.yaml one-after-the-other-ok.jsonl
judge lock.yaml two-hold-it-bad.jsonl
judge lock.yaml --order rest two-hold-it-bad.jsonl
