# --no-save; a file that is no replay file stays as it is; one that is is replaced
W=$SRC/specs/warehouse
run() {
	srtest run --seed 1 "$@" $W/warehouse.yaml $W/faulty/limit.c 2>&1 | grep -E '^(Again|srtest):' || true
}
run --no-save
ls
echo precious >warehouse-1.srt
run
cat warehouse-1.srt
echo 'replay: 0' >warehouse-1.srt
run
grep -c replay: warehouse-1.srt
mkdir folder
run --save folder
run --save nowhere/file
ln -s target link
run --save link
ls
