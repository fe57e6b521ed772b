cd $SRC/specs/asymmetric-buffer
judge() { srtest judge "$@" || echo "exit $?"; }
judge asymmetric-buffer.yaml paper-ok.jsonl
judge asymmetric-buffer.yaml paper-bad.jsonl
