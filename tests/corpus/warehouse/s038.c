// lab 3, group 12
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

#define MAXN 100

// everything is global, there is only one complex anyway
int N, MAX;
int weights[MAXN];
bool corridor[MAXN];
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

void* warehouse_new(int n, int max)
{
	N = n; MAX = max;
	memset(weights, 0, sizeof(weights));
	memset(corridor, 0, sizeof(corridor));
	return &N;
}

void warehouse_free(void* ignored) { }

void warehouse_enter(void* ignored, int n, int w)
{
	pthread_mutex_lock(&m);
	while(!(weights[n]+w <= MAX)) pthread_cond_wait(&c,&m);
	weights[n]+=w;
	if(n!=0) corridor[n]=false;
	pthread_cond_broadcast(&c);
	pthread_mutex_unlock(&m);
}

void warehouse_exit(void* ignored, int n, int w)
{
	pthread_mutex_lock(&m);
	while(!(n==N-1 || !corridor[n+1])) pthread_cond_wait(&c,&m);
	weights[n]-=w;
	if(n!=N-1) corridor[n+1]=true;
	pthread_cond_broadcast(&c);
	pthread_mutex_unlock(&m);
}
