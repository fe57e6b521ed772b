/* 仓库实验 - 每个仓库一个条件变量，走廊用状态机 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

typedef enum { EMPTY = 0, ROBOT_INSIDE = 1 } corridor_state;

typedef struct {
    int  total;                 /* 当前重量 */
    corridor_state corridor;    /* 通向本仓库的走廊 */
    int  waitEnter, waitExit;   /* 等待的机器人数 */
    pthread_cond_t condEnter;
    pthread_cond_t condExit;
} house;

typedef struct warehouse {
    house *houses;
    int count;
    int limit;
    pthread_mutex_t mutex;
} warehouse;

warehouse *warehouse_new(int n_warehouses, int max_weight)
{
    warehouse *p = (warehouse *)malloc(sizeof(warehouse));
    if (!p) { perror("malloc"); exit(EXIT_FAILURE); }
    p->houses = (house *)calloc(n_warehouses, sizeof(house));
    if (!p->houses) { perror("calloc"); exit(EXIT_FAILURE); }
    p->count = n_warehouses;
    p->limit = max_weight;
    pthread_mutex_init(&p->mutex, NULL);
    for (int i = 0; i < n_warehouses; i++)
    {
        pthread_cond_init(&p->houses[i].condEnter, NULL);
        pthread_cond_init(&p->houses[i].condExit, NULL);
    }
    return p;
}

void warehouse_free(warehouse *p)
{
    for (int i = 0; i < p->count; i++)
    {
        pthread_cond_destroy(&p->houses[i].condEnter);
        pthread_cond_destroy(&p->houses[i].condExit);
    }
    pthread_mutex_destroy(&p->mutex);
    free(p->houses);
    free(p);
}

void warehouse_enter(warehouse *p, int n, int w)
{
    house *h = &p->houses[n];
    pthread_mutex_lock(&p->mutex);
    h->waitEnter++;
    while (h->total + w > p->limit)
        pthread_cond_wait(&h->condEnter, &p->mutex);
    h->waitEnter--;
    h->total += w;
    if (h->corridor == ROBOT_INSIDE)
    {
        h->corridor = EMPTY;
        if (h->waitExit > 0)
            pthread_cond_signal(&h->condExit);
    }
    pthread_mutex_unlock(&p->mutex);
}

void warehouse_exit(warehouse *p, int n, int w)
{
    house *h = &p->houses[n];
    pthread_mutex_lock(&p->mutex);
    if (n + 1 < p->count)
    {
        house *next = h + 1;
        next->waitExit++;
        while (next->corridor == ROBOT_INSIDE)
            pthread_cond_wait(&next->condExit, &p->mutex);
        next->waitExit--;
        next->corridor = ROBOT_INSIDE;
    }
    h->total -= w;
    if (h->waitEnter > 0)
        pthread_cond_broadcast(&h->condEnter);
    pthread_mutex_unlock(&p->mutex);
}
