cd $SRC/specs/channel
judge() { srtest judge "$@" || echo "exit $?"; }
judge channel.yaml close-ok.jsonl
judge channel.yaml asleep-bad.jsonl
