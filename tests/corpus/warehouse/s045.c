#include <pthread.h>
#include <stdlib.h>
/* corridors[0] is the one between 0 and 1, and so on */
struct warehouse{
  int N;int MAX;
  int weights[50];int corridors[50];
  pthread_mutex_t mut;pthread_cond_t con[50];
};
struct warehouse*warehouse_new(int N,int MAX){
  struct warehouse*h=calloc(1,sizeof(struct warehouse));
  h->N=N;h->MAX=MAX;
  pthread_mutex_init(&h->mut,NULL);
  for(int i=0;i<50;i++)pthread_cond_init(&h->con[i],NULL);
  return h;
}
void warehouse_free(struct warehouse*h){
  for(int i=0;i<50;i++)pthread_cond_destroy(&h->con[i]);
  pthread_mutex_destroy(&h->mut);
  free(h);
}
void wakeup(struct warehouse*h){for(int i=0;i<h->N;i++)pthread_cond_broadcast(&h->con[i]);}
void warehouse_enter(struct warehouse*h,int n,int w){
  pthread_mutex_lock(&h->mut);
  while(h->weights[n]+w>h->MAX)pthread_cond_wait(&h->con[n],&h->mut);
  h->weights[n]+=w;
  h->corridors[n]=0;
  wakeup(h);
  pthread_mutex_unlock(&h->mut);
}
void warehouse_exit(struct warehouse*h,int n,int w){
  pthread_mutex_lock(&h->mut);
  if(n<h->N-1){
    while(h->corridors[n]==1)pthread_cond_wait(&h->con[n],&h->mut);
    h->corridors[n]=1;
  }
  if(n>0)h->corridors[n-1]=0;
  h->weights[n]-=w;
  wakeup(h);
  pthread_mutex_unlock(&h->mut);
}
