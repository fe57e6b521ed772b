# long: locks that are made of files take long: what the system does for them counts as many steps, so a round of such tests has an end
cat >tally.yaml <<'Y'
resource: tally
state: { n: 0..9 = 0 }
operations: { add: { returns: 0..9, post: n := n + 1, result: n } }
clients: { worker: { count: 2, calls: [{ call: add }] } }
implementation:
  prototypes: |
    typedef struct tally tally;
    tally *tally_new(void);
    void tally_free(tally *);
    int tally_add(tally *);
  create: self = tally_new()
  destroy: tally_free(self)
  add: result = tally_add(self)
testing: { phases: 1..2 }
Y
cat >tally.h <<'C'
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
typedef struct tally { char name[64], own[64]; int n; } tally;
static int take(tally *);
static void give(tally *);
tally *tally_new(void)
{
	tally *t = calloc(1, sizeof *t);
	snprintf(t->name, sizeof t->name, "lock-%d", (int)getpid());
	snprintf(t->own, sizeof t->own, "own-%d", (int)getpid());
	close(open(t->own, O_CREAT | O_WRONLY, 0600));
	return t;
}
void tally_free(tally *t) { unlink(t->own); free(t); }
int tally_add(tally *t)
{
	while (take(t) < 0)
		usleep(1000);
	int n = t->n++;
	give(t);
	return n;
}
C
lock() {
	printf '#include "tally.h"\nstatic int take(tally *t) { %s }\nstatic void give(tally *t) { %s }\n' "$2" "$3" >$1.c
	srtest run --no-save --seed 1 --round 3 --tests 200 --steps 20000 tally.yaml $1.c >out && status=0 || status=$?
	echo "$1: $status, $(sed -n '1s/ (.*//; 1s/.*: //p' out)"
}
lock folder 'return mkdir(t->name, 0700);' 'rmdir(t->name);'
lock alone 'int fd = open(t->name, O_CREAT | O_EXCL | O_WRONLY, 0600); return fd < 0 ? -1 : close(fd);' 'unlink(t->name);'
lock linked 'return link(t->own, t->name);' 'unlink(t->name);'
lock none 'return t->n < 0 ? -1 : 0;' '(void)t;'
