cd $SRC/specs/circular-buffer
judge() { srtest judge "$@" || echo "exit $?"; }
judge circular-buffer.yaml around-ok.jsonl
judge circular-buffer.yaml one-short-bad.jsonl
