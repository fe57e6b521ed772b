# several sources; headers beside the sources and the specification; what the compiler says is shown
cat >box.yaml <<END
resource: box
state: { n: nat = 0 }
operations:
  put: { post: n += 1 }
  get: { cpre: n > 0, post: n -= 1 }
clients:
  one: { calls: [{ call: put }] }
  two: { calls: [{ call: get }] }
implementation:
  prototypes: 'void put(void); void get(void);'
  put: put()
  get: get()
END
mkdir 'the code'
cat >semaphore.h <<END
extern sem_t there;
END
cat >'the code/put.c' <<END
#include <semaphore.h>
#include "semaphore.h"
sem_t there;
void put(void) { sem_post(&there); }
END
cat >'the code/get.c' <<END
#include <semaphore.h>
#include "semaphore.h"
#ifdef UNUSED
static int unused(void) { }
#endif
void get(void) { sem_wait(&there); }
END
srtest run --seed 1 --tests 20 box.yaml 'the code/put.c' 'the code/get.c' | head -1
srtest run --seed 1 --tests 20 --cflags "-DUNUSED  -Wall" box.yaml 'the code/put.c' 'the code/get.c' 2>&1 | grep -o 'warning: .*unused.*'
run() {
	srtest run --seed 1 --tests 20 box.yaml "$@" 2>&1 | grep -v '^ ' && echo "exit ${PIPESTATUS[0]}" || true
}
run 'the code/put.c'
run nowhere.c
mkfifo pipe.c
run 'the code/put.c' pipe.c
mkdir folder.c
run folder.c
run --cc no-such-compiler 'the code/put.c'
run --cc false 'the code/put.c'
run a.so b.so
