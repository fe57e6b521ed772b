# long: As an error, a race is made smaller, kept and replayed like other failures; not looked for, it is none.
. $SRC/tests/cli/race/try
try unlocked two --tests 300 --race=error
try unlocked two --tests 300 --race=off
srtest run --seed 1 --tests 300 --race=error --save race.srt $SRC/tests/cli/race/programs/two.yaml ./unlocked.so >/dev/null || echo "exit $?"
grep fails race.srt
srtest replay race.srt >replayed || echo "exit $?"
head -n 3 replayed
grep -A 4 '^Data race' replayed

# What has no hooks, or runs freely, says nothing of races.
gcc -g -O1 -fPIC -shared -o bare.so $SRC/tests/cli/race/programs/unlocked.c
srtest replay race.srt ./bare.so 2>/dev/null || echo "exit $?"
srtest run --seed 1 --tests 20 --no-save --race=error $SRC/tests/cli/race/programs/two.yaml ./bare.so | head -n 1
srtest run --seed 1 --tests 20 --no-save --race=error --engine free $SRC/tests/cli/race/programs/two.yaml ./unlocked.so | head -n 1
srtest run --seed 1 --tests 20 --no-save $SRC/tests/cli/race/programs/two.yaml ./bare.so | head -n 1
srtest run --race=maybe $SRC/tests/cli/race/programs/two.yaml ./bare.so || echo "exit $?"
