# Libraries come behind what uses them: mathematics always, others where flags name them.
cat >box.yaml <<END
resource: box
state: { full: bool = false }
operations:
  put: { cpre: not full, post: full := true }
  get: { cpre: full, post: full := false }
clients:
  user: { count: 3, calls: [{ call: put }, { call: get }] }
implementation:
  prototypes: void put(void); void get(void);
  put: put()
  get: get()
END
cat >box.c <<END
#include <math.h>
#include <semaphore.h>
#include <stdlib.h>
#ifdef NAMED
#include <yaml.h>
#endif
static sem_t there, room;
static double rooms = 1;
static __attribute__((constructor)) void
begin(void)
{
	sem_init(&room, 0, (unsigned)sqrt(rooms));
	sem_init(&there, 0, 0);
#ifdef NAMED
	if (!yaml_get_version_string())
		abort();
#endif
}
void put(void) { sem_wait(&room); sem_post(&there); }
void get(void) { sem_wait(&there); sem_post(&room); }
END
run() {
	srtest run --seed 1 --tests 20 "$@" box.yaml box.c 2>&1
}
for variant in hooked plain unoptimised; do run --variant $variant | head -1; done
for variant in hooked plain; do run --variant $variant --cflags "-DNAMED -lyaml" | head -1; done
run --cflags -DNAMED | grep -o 'undefined symbol: yaml_get_version_string'
run --cflags -lnowhere | grep -o 'cannot find -lnowhere' | head -1
