cd $SRC/specs/try-ring
judge() { srtest judge "$@" || echo "exit $?"; }
judge try-ring.yaml together-ok.jsonl
judge try-ring.yaml alone-bad.jsonl
