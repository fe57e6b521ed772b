# long: where several builds are tested, in the last one only
# what others took while it was tested is not its fault: it is tested once more, when they are gone
. $SRC/tests/cli/grade/class.inc
unshare -Urm true 2>err || { echo "no file system can be mounted here: $(cat err)"; exit 77; }
mkdir disk flags
hand_in honest/permits
hand_in fills/permits
# the first try of one waits until the other has filled the disk, which it leaves when that was seen
cat >class/honest/Makefile <<M
all:
	test -e $PWD/flags/seen || { until test -e $PWD/flags/full; do sleep 0.02; done; touch $PWD/flags/seen; false; }
	\$(CC) -w -shared -fPIC permits.c -o permits.so
M
cat >class/fills/Makefile <<M
all:
	-dd if=/dev/zero of=all bs=1M count=40 2>/dev/null
	touch $PWD/flags/full
	until grep -q '"submission":"honest"' $PWD/journal; do sleep 0.02; done
	rm all
	false
M
export -f grade
export spec
cat >inside.sh <<'INSIDE'
mount -t tmpfs -o size=32M none disk
TMPDIR=$PWD/disk grade -j 2 --sandbox=off --journal journal $spec class
INSIDE
unshare -Urm bash inside.sh | same_everywhere
sed -nE 's/.*"submission":"([^"]*)".*"verdict":"([^"]*)".*/\1 \2/p' journal
grep -o '"hindered":true\|"tries":2' journal | sort | uniq -c
