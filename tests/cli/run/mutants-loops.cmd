# soak: it takes too long for every day
# a mutant leaves the loop around a wait without checking again, whatever the compiler made of the loop; where there is none, it is told
ways="while forever or and asking apart twice"
write() {
	echo "resource: gate"
	echo "state: { free: bool = false }"
	echo "operations:"
	printf '  pass_%s: { cpre: free, post: "free := false" }\n' $2
	echo '  open: { post: "free := true" }'
	echo "clients:"
	echo "  walker: { count: $1, calls: [" $(printf '{ call: pass_%s },' $2) "] }"
	echo "  keeper: { calls: [ { call: open } ] }"
	echo "testing: { phases: 1..4 }"
	echo "implementation:"
	echo "  prototypes: void gate_open(void);" $(printf 'void pass_%s(void);' $2)
	printf '  pass_%s: pass_%s()\n' $(for w in $2; do echo $w $w; done)
	echo "  open: gate_open()"
}
# each wait on a condition: what became of it, and in which function it is
try() {
	srtest run --seed 1 --tests 500 --mutate --format json "$@" >out.json || true
	python3 -c '
import json
for m in json.load(open("out.json"))["mutants"]:
    if m["change"].startswith("wait on"):
        print("  " + m["place"]["function"] + ":", m["fate"], m.get("class", ""))' | sort
}
write 2 "$ways" >gate.yaml
for compiler in "gcc -O0" "gcc -O1" "gcc -O2" "gcc -O1 -fsanitize=thread" "clang -O0" "clang -O2"; do
	$compiler -g -fPIC -c -o loops.o $SRC/tests/cli/run/mutants/loops.c
	gcc -shared -o loops.so loops.o
	echo "$compiler"
	try gate.yaml ./loops.so
done
write 1 "timed trusting" >gate.yaml
gcc -O1 -g -fPIC -shared -o loops.so $SRC/tests/cli/run/mutants/loops.c
try --no-rare gate.yaml ./loops.so
srtest run --seed 1 --tests 200 --no-rare --mutate gate.yaml ./loops.so | grep "cannot be made\|mutants"
