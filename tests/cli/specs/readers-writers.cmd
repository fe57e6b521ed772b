cd $SRC/specs/readers-writers
judge() { srtest judge "$@" || echo "exit $?"; }
judge readers-writers.yaml two-readers-ok.jsonl
judge readers-writers.yaml reader-and-writer-bad.jsonl
judge readers-writers.yaml lost-wakeup-bad.jsonl
# Both forms of the policy hold back the reader that comes while a writer waits.
judge readers-writers.yaml two-readers-ok.jsonl --policy writers-over-readers.yaml
judge readers-writers.yaml two-readers-ok.jsonl --policy writers-over-readers-history.yaml
