cd $SRC/specs/mutex
judge() { srtest judge "$@" || echo "exit $?"; }
judge mutex.yaml in-turn-ok.jsonl
judge mutex.yaml both-bad.jsonl
judge --from jepsen mutex.yaml service-ok.edn
judge --from jepsen mutex.yaml service-bad.edn
