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
