# soak: it takes long
# Programs in which somebody spins, and whoever comes after that is like all others; and those in which the end of main matters, or who
# sleeps for how long. Each fails soon, with hooks and without, and passes where it is right.
spec=$SRC/specs/program/program.yaml
folder=$SRC/tests/cli/run/behind-a-spin
try() {
	local name=$1
	shift
	gcc -shared -fPIC -O1 -g "$@" -o plain.so $folder/$name.c
	gcc -c -fPIC -O1 -g -fsanitize=thread "$@" -o hooked.o $folder/$name.c
	gcc -shared -o hooked.so hooked.o
	for library in plain hooked; do
		said=$(srtest run --seed 1 --tests 300 --shrink-time 1 --no-save --race off $spec $library.so | sed -nE '1s/.*(passed|FAILED|UNDECIDED).*/\1/p')
		echo "$name $*, $library: $said"
	done
}
for kind in GIVEN NODE PIPE; do
	try stack -D$kind -DFAULTY
done
for kind in SPINS YIELDS MAKES; do
	try later -D$kind -DFAULTY
done
for kind in RETURNS EXITS SLEEPS; do
	try ends -D$kind -DFAULTY
done
for kind in TSS STRUCT RETURNED OWN EXCHANGE SOCKET COPY LOCAL CLEANUP DESTRUCTOR; do
	try ways -D$kind -DFAULTY
done
try ways -DTSS
try ways -DRETURNED
try stack -DNODE
try later -DMAKES
try ends -DSLEEPS
