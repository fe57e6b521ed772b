cd $SRC/specs/multi-register
judge() { srtest judge "$@" || echo "exit $?"; }
judge multi-register.yaml at-once-ok.jsonl
judge multi-register.yaml in-between-bad.jsonl
judge --from jepsen multi-register.yaml service-ok.edn
judge --from jepsen multi-register.yaml service-bad.edn
