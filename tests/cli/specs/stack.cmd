cd $SRC/specs/stack
judge() { srtest judge "$@" || echo "exit $?"; }
judge stack.yaml others-ok.jsonl
judge stack.yaml twice-bad.jsonl
