# long: Which threads /proc shows depends on what the host did before: who looks there by a name runs freely, and other files there may be read
cat >count.yaml <<'END'
resource: counter
state: { n: nat = 0 }
operations: { bump: { post: n += 1 } }
clients: { worker: { count: 3, calls: [{ call: bump }] } }
implementation: { prototypes: 'void bump(void);', bump: bump() }
END
look() {
	cat >count.c <<C
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
void
bump(void)
{
	char path[64], to[64];
	struct stat st;
	snprintf(path, sizeof path, $1);
	if ($2)
		abort();
}
C
	for seed in 1 2; do srtest run -v --seed $seed --tests 20 count.yaml count.c | grep 'passed\|FAILED\|UNDECIDED\|engine:' | sed 's/ (seed.*//'; done | sort -u
}
look '"/proc/self/task/%d", gettid()' 'access(path, R_OK)'
look '"/proc/self/task/%d", gettid()' 'stat(path, &st)'
look '"/proc/%d/task/%d/comm", getpid(), gettid()' '!freopen(path, "r", stdin)'
look '"/proc/self/task"' 'closedir(opendir(path))'
look '"/proc/thread-self"' 'readlink(path, to, sizeof to) < 0'
look '"/proc/thread-self/stat"' 'close(open(path, O_RDONLY))'
look '"/proc/self/exe"' 'close(open(path, O_RDONLY)) || readlink(path, to, sizeof to) < 0 || stat(path, &st)'
