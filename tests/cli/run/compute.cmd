# long: where several builds are tested, in the last one only
# What computes for some tenths of a second, and ends, is left alone, and what spins is found: it is a hang, though it counts how often it has
# looked. Who computes for longer than is allowed leaves the test undecided, and the reason says what to raise.
spec=$SRC/specs/program/program.yaml
folder=$SRC/tests/cli/run/compute
try() {
	local name=$1
	shift
	gcc -shared -fPIC -O1 "$@" -o plain.so $folder/$name.c
	srtest run --no-save --seed 1 --tests 1 --shrink-time 1 $spec plain.so >out || true
	echo "$name $*: $(sed -nE '1s/.*(passed|FAILED|UNDECIDED).*/\1/p' out) $(grep -o '\[hang' out || true)"
}
for kind in REGISTERS ARRAY SHARED SORTS; do
	try computes -D$kind
done
for kind in PLAIN COUNTS HASHES PAUSES EACH; do
	try spins -D$kind
done
try spins -DCOUNTS -DGOOD
sed 's/^testing: {/& compute: 200ms,/' $spec >short.yaml
spec=$PWD/short.yaml
try computes -DREGISTERS -DTIMES=100
head -1 out
