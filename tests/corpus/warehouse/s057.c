#include <pthread.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include <stdint.h>

/* corridors are eventfds with EFD_SEMAPHORE, the doors of the warehouses are eventfds
   without: who cannot come in counts itself and reads; who leaves writes as many as wait */

struct warehouse {
  int n, max;
  pthread_mutex_t m;
  struct { int w; int corridor; } r[];
};

struct waiter { struct warehouse *h; int n, w, fd; struct waiter *next; };
static struct waiter *waiters;

struct warehouse *warehouse_new(int n, int max) {
  struct warehouse *h = malloc(sizeof(*h) + n * sizeof(h->r[0]));
  h->n = n; h->max = max;
  pthread_mutex_init(&h->m, NULL);
  for (int i = 0; i < n; i++) { h->r[i].w = 0; h->r[i].corridor = eventfd(1, EFD_SEMAPHORE); }
  waiters = NULL;
  return h;
}

void warehouse_free(struct warehouse *h) {
  for (int i = 0; i < h->n; i++) close(h->r[i].corridor);
  pthread_mutex_destroy(&h->m);
  free(h);
}

static void P(int fd) { uint64_t v; if (read(fd, &v, sizeof v) != sizeof v) abort(); }
static void V(int fd) { uint64_t v = 1; if (write(fd, &v, sizeof v) != sizeof v) abort(); }

void warehouse_enter(struct warehouse *h, int n, int w) {
  pthread_mutex_lock(&h->m);
  if (h->r[n].w + w <= h->max) {
    h->r[n].w += w;
    pthread_mutex_unlock(&h->m);
  } else {
    struct waiter me = { h, n, w, eventfd(0, 0), waiters };
    waiters = &me;
    pthread_mutex_unlock(&h->m);
    P(me.fd); /* let in by who left */
    close(me.fd);
  }
  if (n > 0) V(h->r[n].corridor);
}

void warehouse_exit(struct warehouse *h, int n, int w) {
  if (n + 1 < h->n) P(h->r[n + 1].corridor);
  pthread_mutex_lock(&h->m);
  h->r[n].w -= w;
  for (struct waiter **p = &waiters; *p;) {
    struct waiter *x = *p;
    if (x->n == n && h->r[n].w + x->w <= h->max) {
      h->r[n].w += x->w;
      *p = x->next;
      V(x->fd);
    } else p = &x->next;
  }
  pthread_mutex_unlock(&h->m);
}
