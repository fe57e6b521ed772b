cd $SRC/specs/mutex-service
judge() { srtest judge "$@" || echo "exit $?"; }
judge mutex-service.yaml expired-ok.jsonl
judge mutex-service.yaml old-token-bad.jsonl
judge --from jepsen mutex-service.yaml service-ok.edn
judge --from jepsen mutex-service.yaml service-bad.edn
