# long: where several builds are tested, in the last one only
# a disk that is full: nothing is half-written, nobody is blamed, and when there is room again --resume goes on
. $SRC/tests/cli/grade/class.inc
unshare -Urm true 2>err || { echo "no file system can be mounted here: $(cat err)"; exit 77; }
hand_in a "$too_early"
hand_in b 'TAKE mine = permit'
hand_in c "$never_wakes"
hand_in d
for i in $(seq 200); do echo "unknown$i name$i;"; done >class/z.c
grade -j 1 --journal whole $spec class | same_everywhere >expected
mkdir disk
export -f grade same_everywhere
export spec
# a journal of which all fits but the end of the last record, in which the compiler has much to say
room=$((($(wc -c <whole) - 1) / 4096))
cat >try.sh <<'INSIDE'
mount -t tmpfs -o size=$((room * 4096)) none disk
grade -j 1 --journal disk/journal $spec class >out && echo "exit 0" || echo "exit $?"
same_everywhere <out
head -n $(wc -l <disk/journal) whole | cut -d, -f1-2 | cmp - <(cut -d, -f1-2 disk/journal)
tail -c 1 disk/journal | od -An -c
mount -o remount,size=1M disk
grade -j 1 --journal disk/journal --resume $spec class | same_everywhere | diff expected - && echo resumed
mount -t tmpfs -o size=4096 none disk
echo old >disk/report
grade -o disk/report $spec class/a.c class/b.c class/c.c class/d.c 2>&1 >/dev/null && echo "exit 0" || echo "exit $?"
ls disk
cat disk/report
mount -t tmpfs -o size=64k none disk
head -c 64k /dev/zero >disk/filler 2>/dev/null
TMPDIR=$PWD/disk grade --journal rest $spec class/a.c class/b.c class/c.c class/d.c | same_everywhere
INSIDE
room=$room unshare -Urm bash -u try.sh
