/* TP noté - programmation concurrente - L3
 * threads C11 (<threads.h>) */
#include <threads.h>
#include <stdlib.h>
#include <stdbool.h>

struct warehouse
{
	mtx_t verrou;
	cnd_t entree, sortie;   /* ceux qui veulent entrer / sortir, tous entrepots confondus */
	int nb, max;
	int poids[16];
	bool couloir[16];
};
typedef struct warehouse entrepot;

entrepot *warehouse_new(int nb, int max)
{
	entrepot *e = calloc(1, sizeof(entrepot));
	if (mtx_init(&e->verrou, mtx_plain) != thrd_success) abort();
	if (cnd_init(&e->entree) != thrd_success) abort();
	if (cnd_init(&e->sortie) != thrd_success) abort();
	e->nb = nb;
	e->max = max;
	return e;
}

void warehouse_free(entrepot *e)
{
	cnd_destroy(&e->entree);
	cnd_destroy(&e->sortie);
	mtx_destroy(&e->verrou);
	free(e);
}

void warehouse_enter(entrepot *e, int n, int w)
{
	mtx_lock(&e->verrou);
	while (e->poids[n] + w > e->max)
		cnd_wait(&e->entree, &e->verrou);
	e->poids[n] += w;
	e->couloir[n] = false;
	mtx_unlock(&e->verrou);
	/* le couloir est libre : reveiller ceux qui sortent */
	cnd_broadcast(&e->sortie);
}

void warehouse_exit(entrepot *e, int n, int w)
{
	bool dernier = n == e->nb - 1;
	mtx_lock(&e->verrou);
	while (!dernier && e->couloir[n + 1])
		cnd_wait(&e->sortie, &e->verrou);
	e->poids[n] -= w;
	if (!dernier)
		e->couloir[n + 1] = true;
	mtx_unlock(&e->verrou);
	/* il y a de la place : reveiller ceux qui entrent */
	cnd_broadcast(&e->entree);
}
