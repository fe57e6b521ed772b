# paths in a file are sought beside it; a file that is saved elsewhere names others by their whole paths
W=$SRC/specs/warehouse
mkdir kept
mkdir code
cp $W/warehouse.yaml $W/warehouse.h .
cp $W/faulty/limit.c code/
srtest run --seed 1 --save kept/one.srt warehouse.yaml code/limit.c | tail -1
grep -E '^(spec|implementation):' kept/one.srt
(cd / && srtest replay "$OLDPWD/kept/one.srt" | head -1)
srtest run --seed 1 --save two.srt warehouse.yaml code/limit.c | tail -1
grep -E '^(spec|implementation):' two.srt
(cd kept && srtest replay ../two.srt | head -1)
srtest run --seed 1 -D MAX=2000 --policy fifo --save three.srt warehouse.yaml code/limit.c | tail -1
sed -n '/^define/,/^policy/p' three.srt
srtest replay three.srt | head -1
srtest replay -D MAX=1500 three.srt | head -1
