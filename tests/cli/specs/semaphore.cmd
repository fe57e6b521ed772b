cd $SRC/specs/semaphore
judge() { srtest judge "$@" || echo "exit $?"; }
judge semaphore.yaml in-turn-ok.jsonl
judge semaphore.yaml out-of-turn-bad.jsonl
judge semaphore.yaml out-of-turn-bad.jsonl --policy always
