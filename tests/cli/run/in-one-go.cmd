# long: where several builds are tested, in the last one only
# what functions of the C library read and change in one go, they do for others to come in between: so is found what is done without a lock, and told as a race
cp $SRC/tests/cli/run/in-one-go/* .
look() {
	srtest run --no-save --seed 1 --tests 600 --variant hooked --cflags "$*" tally.yaml tally.c >told && status=0 || status=$?
	tell "$*"
}
object() {
	gcc -g -O1 -shared -fPIC -pthread "$@" -o tally.so tally.c
	srtest run --no-save --seed 1 --tests 600 tally.yaml tally.so >told && status=0 || status=$?
	tell "object $*"
}
tell() {
	echo "$*: exit $status $(grep -oE '^tally: (passed|FAILED in round 3)' told) $(grep -o '^Data race' told | uniq)"
}
for kind in ${KINDS-SCANNED APPENDED WIDE DRAWN}; do
	look -D$kind
	look -D$kind -DLOCKED
	object -D$kind
	object -D$kind -DLOCKED
done
look -DCONVERTED -O2 -D_FORTIFY_SOURCE=2
look -DCONVERTED -O2 -D_FORTIFY_SOURCE=2 -DLOCKED
