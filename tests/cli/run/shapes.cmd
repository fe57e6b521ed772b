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
