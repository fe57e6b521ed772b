srtest judge $SRC/specs/warehouse/warehouse.yaml $SRC/specs/warehouse/figure7.jsonl
