cd $SRC/specs/dining-table
judge() { srtest judge "$@" || echo "exit $?"; }
judge dining-table.yaml dinner-ok.jsonl
judge dining-table.yaml dinner-ok.jsonl --policy neighbours-in-order.yaml
judge dining-table.yaml shared-fork-bad.jsonl
judge dining-table.yaml fork-left-lying-bad.jsonl
