# long: what an implementation does to descriptors, processes and libraries beside its own work
try() {
	sed "s,\"../warehouse.h\",\"$SRC/specs/warehouse/warehouse.h\",; 1i #define _GNU_SOURCE\n#include <dlfcn.h>\n#include <errno.h>\n#include <pthread.h>\n#include <signal.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <sys/eventfd.h>\n#include <sys/syscall.h>\n#include <time.h>\n#include <unistd.h>" $SRC/specs/warehouse/good/broadcast.c |
		sed "s/h->weight\[n\] += w;/h->weight[n] += w; $2;/" >call.c
	gcc -shared -fPIC -O1 -g -w -o call.so call.c
	srtest run --seed 1 --tests 50 $SRC/specs/warehouse/warehouse.yaml call.so >out && status=0 || status=$?
	echo "$1: $(grep -oE '^\*\*\* .*\[[a-z]*|UNDECIDED.*' out || true) exit $status"
}
try kill-parent 'kill(getppid(), SIGTERM)'
try kill-all 'kill(-1, SIGTERM)'
try ask-parent 'if (kill(getppid(), 0) == 0 || errno != EPERM) abort()'
try kill-self 'kill(getpid(), SIGUSR1)'
try stop-self 'raise(SIGSTOP)'
try ignore-self 'signal(SIGUSR1, SIG_IGN); raise(SIGUSR1)'
try broken-pipe 'int e[2]; pipe(e); close(e[0]); write(e[1], "", 1)'
try ignored-pipe 'signal(SIGPIPE, SIG_IGN); int e[2]; pipe(e); close(e[0]); if (write(e[1], "", 1) == 0 || errno != EPIPE) abort()'
try full-pipe 'int e[2]; pipe(e); char b[100000]; if (w == 800) write(e[1], b, sizeof b)'
try left-open 'for (int i = 0; i < 20; i++) eventfd(0, 0)'
try close-ours 'for (int i = 3; i < 100; i++) close(i)'
try unknown-call 'syscall(SYS_io_uring_setup, 1, NULL)'
try timer-twice 'timer_t t; timer_create(CLOCK_REALTIME, NULL, \&t); timer_delete(t); timer_delete(t)'

cat >more.c <<'END'
#include <pthread.h>
void more(pthread_mutex_t *m) { pthread_mutex_lock(m); pthread_mutex_unlock(m); }
END
gcc -shared -fPIC -o more.so more.c
echo 'int listen(int, int); void more(void *m) { listen(9, 2); }' | gcc -shared -fPIC -o worse.so -xc -
for name in more worse; do
	try loads-$name "void (*more)(void *) = (void (*)(void *))dlsym(dlopen(\".\/$name.so\", RTLD_LAZY | RTLD_DEEPBIND), \"more\"); pthread_mutex_unlock(\&h->mutex); more(\&h->mutex); pthread_mutex_lock(\&h->mutex)"
done
