# long: where several builds are tested, in the last one only
# an implementation that ends its process, or starts another, is told so with the place where it does
try() {
	sed "s,\"../warehouse.h\",\"$SRC/specs/warehouse/warehouse.h\",; 1i #define _GNU_SOURCE\n#include <assert.h>\n#include <pthread.h>\n#include <spawn.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <sys/syscall.h>\n#include <sys/wait.h>\n#include <unistd.h>" $SRC/specs/warehouse/good/broadcast.c |
		sed "s/h->weight\[n\] += w;/h->weight[n] += w; $2;/" >call.c
	gcc -shared -fPIC -O1 -g -w -o call.so call.c
	srtest run --seed 1 --tests 50 $SRC/specs/warehouse/warehouse.yaml call.so >out && status=0 || status=$?
	echo "$1: $(grep -E '^\*\*\*|UNDECIDED' out || true) exit $status"
}
try exit 'exit(3)'
try _exit '_exit(0)'
try _Exit '_Exit(1)'
try quick_exit 'quick_exit(0)'
try abort 'abort()'
try assert 'assert(w < 500)'
try raw-exit 'syscall(SYS_exit_group, 2)'
try fork 'if (fork() == 0) _exit(0); wait(NULL)'
try vfork 'vfork()'
try system 'system("true")'
try popen 'popen("true", "r")'
try spawn 'char *none[] = {0}; posix_spawn(NULL, "\/bin\/true", NULL, NULL, none, none)'
try exec 'execl("\/bin\/true", "true", NULL)'
try raw-fork 'syscall(SYS_fork)'
try thread-id 'if (gettid() != syscall(SYS_gettid)) abort()'
