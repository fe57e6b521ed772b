# long: where several builds are tested, in the last one only
# What does nothing, never comes back or does only a part is not paid for what it therefore does not do wrong.
. $SRC/tests/cli/grade/class.inc
hand_in good
hand_in never-waits "$too_early"
hand_in never-wakes "$never_wakes"
hand_in always-blocks 'WAIT do pthread_cond_wait(&p->changed, &p->mutex); while (1)'
hand_in gives-nothing 'GIVE p->free--'
hand_in out-of-turn "$out_of_turn"
hand_in wrong-value 'RESULT left + 1'
hand_in overlap "$only_at_once"
cat >class/does-nothing.c <<'C'
struct permits { int none; };
static struct permits only;
struct permits *permits_new(void) { return &only; }
void permits_free(struct permits *p) { (void)p; }
int permits_take(struct permits *p) { (void)p; return 0; }
void permits_give(struct permits *p) { (void)p; }
C
grade --journal j $spec class | same_everywhere | sed '/^$/,$d'
srtest grade --merge --format csv $spec j | cut -d , -f 1,2,7 | tr -d '\r' | sort >merged
srtest grade --merge --format gradescope $spec j | grep -E '"output": "(nothing in it|it was not)' | sort | uniq -c | sed 's/^ *//'
wc -l <merged
