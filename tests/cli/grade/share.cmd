# long: where several builds are tested, in the last one only
# Who takes so many steps that only a part of the tests is made is told so in every report, and passes only with part enough.
. $SRC/tests/cli/grade/class.inc
many='for (int i = 0; i < 100; i++)'
hand_in brief
hand_in own-mutex "TAKE pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER; $many { pthread_mutex_lock(&own); pthread_mutex_unlock(&own); }"
hand_in own-memory "TAKE static volatile int shared; $many shared++"
hand_in own-rwlock "TAKE pthread_rwlock_t own; pthread_rwlock_init(&own, 0); $many { pthread_rwlock_rdlock(&own); pthread_rwlock_unlock(&own); } pthread_rwlock_destroy(&own)"
hand_in wrong "TAKE static volatile int shared; $many shared++; if (mine == 1) abort()"
srtest grade --steps 20000 --journal j $spec class | same_everywhere
merged() { srtest grade --merge --format $1 $spec j; }
merged csv | sed 's/,[0-9.]*,"/,T,"/'
for format in json junit tap gradescope prairielearn html; do
	echo "$format: $(merged $format | grep -oE '"asked":[0-9]+|"round3" value="[^"]*"|(round 3[:,]|passed, in|<dd>passed).{0,60}of 10000 tests|ok <1%|passed [0-9]+%|undecided [0-9]+%' | sed 's/<[^>]*>//g' | sort | uniq -c | tr -s ' \n' ' ')"
done
srtest run --no-save --seed 1 --steps 20000 $spec class/own-mutex.c || echo "exit $?"
srtest run --no-save --seed 1 --steps 20000 $spec class/brief.c | grep -E "passed|note"
srtest run --no-save --seed 1 --steps 20000 --format junit $spec class/brief.c | grep property
srtest run --no-save --seed 1 --steps 20000 --format json $spec class/brief.c | grep -oE '"(one_by_one|at_once)": *\{[^}]*\}'
srtest run --no-save --seed 1 --tests 100 --steps 20000 $spec class/own-mutex.c | grep -E "passed|note"
srtest run --steps 0 $spec class/brief.c || echo "exit $?"
