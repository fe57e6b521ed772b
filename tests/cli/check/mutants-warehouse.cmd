# long: where several builds are tested, in the last one only
cd "$SRC"
srtest check --mutants specs/warehouse/warehouse.yaml
echo ---
srtest check --mutants --policy fifo specs/warehouse/warehouse.yaml specs/barrier/barrier.yaml | grep -v '^$'
