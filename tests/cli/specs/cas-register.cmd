cd $SRC/specs/cas-register
judge() { srtest judge "$@" || echo "exit $?"; }
judge cas-register.yaml swapped-ok.jsonl
judge cas-register.yaml twice-bad.jsonl
judge --from jepsen cas-register.yaml service-ok.log
judge --from jepsen cas-register.yaml service-bad.log
