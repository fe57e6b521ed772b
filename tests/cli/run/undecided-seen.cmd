# A failure that does not come back is undecided, and the report shows what was seen: the lines, the calls, and what was printed
cat >count.yaml <<'END'
resource: counter
state: { n: nat = 0 }
operations: { bump: { post: n += 1 } }
clients: { worker: { count: 1, calls: [{ call: bump }] } }
implementation: { prototypes: 'void bump(void);', bump: bump() }
END
cat >count.c <<'C'
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
void
bump(void)
{
	static int calls;
	if (calls++ == 0 && prctl(PR_GET_TIMERSLACK) == 77777) {
		fprintf(stderr, "somebody was here\n");
		abort();
	}
	prctl(PR_SET_TIMERSLACK, 77777);
}
C
srtest run --seed 1 --tests 8 count.yaml count.c >out 2>err && status=0 || status=$?
echo "exit $status"
sed -n '1p; /^This is what/,/^$/p; /Error/,/^$/p; /^Calls/,/^$/p; /printed:/,/^$/p' out | grep -v libc.so | sed 's/#[0-9]* bump/bump/'
