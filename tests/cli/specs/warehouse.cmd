cd $SRC/specs/warehouse
judge() { srtest judge "$@" || echo "exit $?"; }
judge warehouse.yaml one-room-ok.jsonl
judge warehouse.yaml overtaken-ok.jsonl
judge warehouse.yaml overtaken-ok.jsonl --policy fifo.yaml
judge warehouse.yaml overtaken-ok.jsonl --policy heaviest-first.yaml
