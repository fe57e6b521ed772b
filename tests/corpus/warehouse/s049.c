// TODO: clean up before handing in!!!
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

//#define DEBUG
#ifdef DEBUG
#define LOG(...) do { fprintf(stderr, __VA_ARGS__); fflush(stderr); } while (0)
#else
#define LOG(...)
#endif

typedef struct warehouse
{
  pthread_mutex_t lock;
  pthread_cond_t cond;
  int num, max;
  int w[1000];
  int c[1000];
  int version; // counts changes, for debugging
} warehouse;

static void changed(warehouse *h)
{
  h->version++;
  LOG("version %d\n", h->version);
  pthread_cond_broadcast(&h->cond);
}

warehouse *warehouse_new(int num, int max)
{
  warehouse *h = malloc(sizeof(warehouse));
  memset(h, 0, sizeof(warehouse));
  //pthread_mutex_init(&h->lock, NULL);
  //pthread_cond_init(&h->cond, NULL);
  h->lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
  h->cond = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
  h->num = num;
  h->max = max;
  LOG("new %d %d\n", num, max);
  return h;
}

void warehouse_free(warehouse *h)
{
  LOG("free\n");
  free(h);
}

void warehouse_enter(warehouse *h, int n, int w)
{
  pthread_mutex_lock(&h->lock);
  LOG("enter %d %d\n", n, w);
  while (1)
  {
    if (h->w[n] + w <= h->max)
    {
      LOG("ok\n");
      break;
    }
    else
    {
      LOG("have to wait, %d inside\n", h->w[n]);
      int v = h->version;
      // wait till something changed
      while (v == h->version)
      {
        pthread_cond_wait(&h->cond, &h->lock);
      }
    }
  }
  h->w[n] += w;
  //if (n > 0)
    h->c[n] = 0;
  changed(h);
  pthread_mutex_unlock(&h->lock);
}

void warehouse_exit(warehouse *h, int n, int w)
{
  pthread_mutex_lock(&h->lock);
  LOG("exit %d %d\n", n, w);
  while (1)
  {
    if (n == h->num - 1 || h->c[n + 1] == 0)
    {
      LOG("ok\n");
      break;
    }
    else
    {
      LOG("have to wait for corridor %d\n", n + 1);
      int v = h->version;
      while (v == h->version)
      {
        pthread_cond_wait(&h->cond, &h->lock);
      }
    }
  }
  h->w[n] -= w;
  if (n < h->num - 1)
    h->c[n + 1] = 1;
  changed(h);
  pthread_mutex_unlock(&h->lock);
}
