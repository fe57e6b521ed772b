cd $SRC/specs/counter
judge() { srtest judge "$@" || echo "exit $?"; }
judge counter.yaml in-time-ok.jsonl
judge counter.yaml never-was-bad.jsonl
judge counter.yaml --order rest never-was-bad.jsonl
