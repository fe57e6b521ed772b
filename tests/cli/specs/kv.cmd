cd $SRC/specs/kv
judge() { srtest judge "$@" || echo "exit $?"; }
judge kv.yaml appends-ok.jsonl
judge kv.yaml lost-append-bad.jsonl
judge --from porcupine-kv kv.yaml store-ok.edn
judge --from porcupine-kv kv.yaml store-bad.edn
