/*
 * Monitor com variáveis condicionais de prioridade (como o Hoare): quem espera fica numa fila por ordem
 * de peso; quem sai acorda o próximo e este, ao sair da espera, acorda o seguinte (em cascata).
 */
#include <pthread.h>
#include <stdlib.h>

typedef struct espera {
	int w;
	int acordado;
	pthread_cond_t c;
	struct espera *prox;
} espera;

typedef struct warehouse {
	pthread_mutex_t monitor;
	int n, max;
	int *peso, *corredor;
	espera **fila_entrada;    /* leves primeiro */
	espera **fila_saida;
} warehouse;

warehouse *warehouse_new(int n, int max)
{
	warehouse *a = malloc(sizeof *a);
	pthread_mutex_init(&a->monitor, NULL);
	a->n = n;
	a->max = max;
	a->peso = calloc(n, sizeof *a->peso);
	a->corredor = calloc(n, sizeof *a->corredor);
	a->fila_entrada = calloc(n, sizeof *a->fila_entrada);
	a->fila_saida = calloc(n, sizeof *a->fila_saida);
	return a;
}

void warehouse_free(warehouse *a)
{
	pthread_mutex_destroy(&a->monitor);
	free(a->peso);
	free(a->corredor);
	free(a->fila_entrada);
	free(a->fila_saida);
	free(a);
}

static void esperar(warehouse *a, espera **fila, int w)
{
	espera e = { .w = w };
	pthread_cond_init(&e.c, NULL);
	while (*fila && (*fila)->w <= w)
		fila = &(*fila)->prox;
	e.prox = *fila;
	*fila = &e;
	while (!e.acordado)
		pthread_cond_wait(&e.c, &a->monitor);
	pthread_cond_destroy(&e.c);
}

static void acordar(espera **fila)
{
	espera *e = *fila;
	if (e) {
		*fila = e->prox;
		e->acordado = 1;
		pthread_cond_signal(&e->c);
	}
}

void warehouse_enter(warehouse *a, int n, int w)
{
	pthread_mutex_lock(&a->monitor);
	/* com signal-and-continue alguém pode ter passado à frente, por isso o while */
	while (a->peso[n] + w > a->max)
		esperar(a, &a->fila_entrada[n], w);
	a->peso[n] += w;
	/* se o mais leve ainda couber também pode entrar */
	if (a->fila_entrada[n] && a->peso[n] + a->fila_entrada[n]->w <= a->max)
		acordar(&a->fila_entrada[n]);
	if (n > 0) {
		a->corredor[n] = 0;
		acordar(&a->fila_saida[n - 1]);
	}
	pthread_mutex_unlock(&a->monitor);
}

void warehouse_exit(warehouse *a, int n, int w)
{
	pthread_mutex_lock(&a->monitor);
	if (n < a->n - 1) {
		while (a->corredor[n + 1])
			esperar(a, &a->fila_saida[n], 0);
		a->corredor[n + 1] = 1;
	}
	a->peso[n] -= w;
	if (a->fila_entrada[n] && a->peso[n] + a->fila_entrada[n]->w <= a->max)
		acordar(&a->fila_entrada[n]);
	pthread_mutex_unlock(&a->monitor);
}
