# long: whole programs have one kind of tests: who fails them has no points for a round, and who passes them has all
mkdir class
cp $SRC/specs/program/good/flockfile.c class/right.c
cp $SRC/specs/program/faulty/beyond-local.c class/beyond.c
cp $SRC/specs/program/faulty/count-in-file.c class/lost.c
cat $SRC/specs/program/program.yaml - >program.yaml <<'Y'
grading: { round1: 40, round2: 30, round3: 30 }
Y
srtest grade --seed 1 --tests 300 --variant hooked --format csv program.yaml class | cut -d , -f 1-8
# what fails with several calls at once says nothing of rounds with one at a time that were cut short
. $SRC/tests/cli/grade/class.inc
rm class/*
hand_in slow 'TAKE { static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER; for (int i = 0; i < 3000; i++) pthread_mutex_lock(&own), pthread_mutex_unlock(&own); }' "$only_at_once"
hand_in quick "$only_at_once"
srtest grade --variant hooked --seed 1 --tests 300 --steps 200000 --shrink-time 0 --format csv $spec class | cut -d , -f 1-8
