# a program that reads the report learns too that nothing could be compiled
echo 'int x' >bad.c
srtest run -f json $SRC/specs/warehouse/warehouse.yaml bad.c | sed 's/,"statistics".*//' && echo "exit ${PIPESTATUS[0]}"
