cd $SRC/specs/register
judge() { srtest judge "$@" || echo "exit $?"; }
judge register.yaml in-time-ok.jsonl
judge register.yaml stale-bad.jsonl
judge register.yaml --order rest stale-bad.jsonl
