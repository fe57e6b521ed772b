cd $SRC/specs/bounded-buffer
judge() { srtest judge "$@" || echo "exit $?"; }
judge bounded-buffer.yaml in-order-ok.jsonl
judge bounded-buffer.yaml last-first-bad.jsonl
