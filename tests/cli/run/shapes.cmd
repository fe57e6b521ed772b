# long: where several builds are tested, in the last one only
# What no test had: two calls of an operation that wait at once, or one made while another waits. With the template there is all of it.
srtest init -q box
notes() { srtest check "$1" | grep note || true; srtest run --no-save --seed 1 --tests 200 "$1" box.c | grep note || true; }
echo "as it comes"; notes box.yaml
sed 's/count: 3/count: 1/' box.yaml >one.yaml
echo "one of each"; notes one.yaml
awk '/count: 3/ && !n++ { sub(3, 1) } 1' box.yaml >producer.yaml
echo "one producer"; notes producer.yaml
sed '$a testing: { phases: 1 }' box.yaml >phase.yaml
echo "one phase"; srtest run --no-save --seed 1 --tests 200 phase.yaml box.c | grep note
srtest run --no-save --seed 1 --tests 200 --format json one.yaml box.c | grep -oE '"(together|behind|parted)":[0-9]+' | tr '\n' ' '
sed 's/pthread_cond_broadcast/pthread_cond_signal/' box.c >signal.c
srtest run --no-save --seed 1 box.yaml signal.c | grep -E '^box|Error' | sed 's/ after.*//'
srtest run --no-save --seed 1 -D capacity=2 one.yaml signal.c | grep -E '^box|Error' | sed 's/ (seed.*//'
# a capacity that is never smaller than the number of those who may wait for it, as a parameter, a constant or by --define
room() { srtest check "$@" | grep 'room' || true; srtest run --no-save --seed 1 --tests 40 "$@" box.c | grep 'room' || true; }
sed 's/1\.\.3$/5..9/' box.yaml >wide.yaml
echo "a wide one"; room wide.yaml
echo "made smaller"; room -D capacity=2 wide.yaml
echo "made larger"; room -D capacity=3 box.yaml
echo "as many as there are clients, or one fewer"
sed 's/1\.\.3$/3..4/' box.yaml >equal.yaml; room equal.yaml
sed 's/1\.\.3$/2..4/' box.yaml >fewer.yaml; room fewer.yaml
echo "a constant, looked at the other way round, and not alone"
sed 's/cpre: len(items) < capacity/cpre: open and SLOTS > len(items)/; s/^state:/constants: { SLOTS: 4, open: true }\nstate:/; s/1\.\.3$/4..4/' box.yaml >constant.yaml; room constant.yaml
test "${MORE-}" || exit 0
# the same for a counter, which calls use up: by what it starts with, or by what it may come to
semaphore=$SRC/specs/semaphore
gcc -shared -fPIC -O1 -o semaphore.so $semaphore/good/broadcast.c
counter() { srtest check "$@" | grep 'room' || echo "  nothing"; }
echo "permits for all, and one fewer"
for n in 5 4; do
	counter -D PERMITS=$n $semaphore/semaphore.yaml
	srtest run --no-save --seed 1 --tests 40 -D PERMITS=$n $semaphore/semaphore.yaml semaphore.so | grep 'room' || echo "  nothing"
done
echo "a number"
sed 's/free: nat = PERMITS/free: nat = 6/' $semaphore/semaphore.yaml >number.yaml; counter number.yaml
echo "written in other ways"
sed 's/cpre: free > 0/cpre: 1 <= free and PERMITS > 0/; s/post: free -= 1/post: [free := free - 1]/' $semaphore/semaphore.yaml >other.yaml; counter -D PERMITS=7 other.yaml
echo "it counts up"
sed 's/nat = PERMITS/nat = 0/; s/cpre: free > 0/cpre: free != PERMITS/; s/free -= 1/free += 1/; t; s/free += 1/free -= 1/' $semaphore/semaphore.yaml >up.yaml; counter -D PERMITS=5 up.yaml; counter -D PERMITS=4 up.yaml
echo "a call takes none, or two, or only needs some in one case"
sed 's/post: free -= 1/post: free := free/' $semaphore/semaphore.yaml >none.yaml; counter -D PERMITS=5 none.yaml
sed 's/post: free -= 1/post: free -= 2/; s/free > 0/free > 1/; s/free += 1/free += 2/' $semaphore/semaphore.yaml >two.yaml; counter -D PERMITS=5 two.yaml
sed 's/cpre: free > 0/cpre: free > 0 or PERMITS == 9/' $semaphore/semaphore.yaml >case.yaml; counter -D PERMITS=5 case.yaml
echo "others take some, too"
sed 's/^  release:$/  seize: { post: if free > 0 then free -= 1 }\n  release:/; s/^  create:/  seize: semaphore_acquire(self)\n&/; s/^clients:/clients:\n  thief: { count: 3, calls: [ call: seize ] }/' $semaphore/semaphore.yaml >thief.yaml
counter -D PERMITS=7 thief.yaml; counter -D PERMITS=8 thief.yaml
# a run that is cut short as its tests take many steps may have had no test in which all clients made calls at once
gcc -shared -fPIC -O1 -o spin.so $semaphore/good/spin.c
for steps in 1000 1000000; do
	echo "$steps steps"
	srtest run --no-save --seed 1 --steps $steps $semaphore/semaphore.yaml spin.so | grep note || true
done
