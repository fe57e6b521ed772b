cd $SRC/specs/dining-table
srtest check dining-table.yaml
