# long: where several builds are tested, in the last one only
# every class of error, in the round it belongs to; what cannot be built, loaded or called is no failure, and says why
. $SRC/tests/cli/grade/class.inc
hand_in good
hand_in safety "$too_early"
hand_in progress "$never_wakes"
hand_in order "$out_of_turn"
hand_in value 'RESULT left + 7'
hand_in crash 'TAKE if (mine == 1) abort()'
hand_in misuse 'GIVE pthread_mutex_unlock(&p->mutex)'
hand_in overlap "$only_at_once"
hand_in both "$never_wakes" 'RESULT mine == 2 ? 7 : left'
hand_in broken 'TAKE mine = permit'
hand_in no-function 'permits_take permits_fetch'
hand_in other-types 'permits_give(p) permits_give(p, int n)'
hand_in parts/permits 'TAKE take_a_turn()'
echo 'void take_a_turn(void) {}' >class/parts/turns.c
hand_in misses 'TAKE extern void nowhere(void); nowhere()'
echo 'no library' >class/text.so
mkdir class/empty
source_of | gcc -w -g -shared -fPIC -x c - -o class/ready.so
hand_in made/permits
printf 'all:\n\t$(CC) -w -shared -fPIC permits.c -o permits.so\n' >class/made/Makefile
tar -C class/made -czf class/packed.tar.gz permits.c
grade $spec class | same_everywhere
echo "exit ${PIPESTATUS[0]}"
