# what began after a call had returned comes after it: by default, unless the specification or the command line says otherwise
cd $SRC/specs/register
run() { srtest run --no-save --shrink-time 10 "$@" | sed -n '/passed [0-9]* tests/p; s/FAILED.*/FAILED/p; /^\*\*\*/p; /began after/p'; }
for way in early-answer late-refresh; do
	for seed in 1 2 3 4; do run --seed $seed register.yaml faulty/$way.c | tail -n 1; done
	echo "$way, all found at rest:"
	run --seed 1 --burst 1 --order rest register.yaml faulty/$way.c
done
echo "said by the specification:"
sed '/^display:/i testing: { order: rest }' register.yaml >$OLDPWD/rest.yaml
cp register.h $OLDPWD
run --seed 1 --burst 1 --tests 500 $OLDPWD/rest.yaml faulty/early-answer.c
run --seed 1 --tests 500 --order time $OLDPWD/rest.yaml faulty/early-answer.c | head -n 1

# a replay file keeps it, where it was given
cd $OLDPWD
srtest run --seed 2 --order time --save time.srt rest.yaml $SRC/specs/register/faulty/early-answer.c | head -n 1
grep '^order' time.srt
srtest replay time.srt | head -n 1
sed 's/^order: .*/order: soon/' time.srt >soon.srt
srtest replay soon.srt || echo "exit $?"
srtest replay --order rest time.srt | head -n 1

# where calls run freely, too: those that answer first say so
gcc -shared -fPIC -O2 -g -pthread -I$SRC/specs/register -o early.so $SRC/specs/register/faulty/early-answer.c
gcc -shared -fPIC -O2 -g -pthread -I$SRC/specs/register -o server.so $SRC/specs/register/good/server.c
run --engine free --seed 1 --tests 300 $SRC/specs/register/register.yaml server.so

# what it may be
for order in soon ''; do srtest run --order "$order" rest.yaml early.so || echo "exit $?"; done
sed 's/order: rest/order: soon/' rest.yaml >soon.yaml
srtest check soon.yaml || echo "exit $?"
