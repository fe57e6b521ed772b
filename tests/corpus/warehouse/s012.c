/* Corridors in a bit mask, free kilos instead of weight */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#define BIT(i) (UINT32_C(1) << (i))

typedef struct warehouse {
	pthread_mutex_t mutex;
	pthread_cond_t *space;
	pthread_cond_t corridor;
	uint32_t corridors;
	uint16_t *kilos_left;
	uint8_t n;
} warehouse;

warehouse *warehouse_new(int n_warehouses, int max_weight)
{
	warehouse *self = malloc(sizeof *self);
	if (!self || n_warehouses > 32)
		return NULL;
	pthread_mutex_init(&self->mutex, NULL);
	pthread_cond_init(&self->corridor, NULL);
	self->n = (uint8_t)n_warehouses;
	self->corridors = 0;
	self->kilos_left = malloc(self->n * sizeof *self->kilos_left);
	self->space = malloc(self->n * sizeof *self->space);
	for (uint8_t i = 0; i < self->n; i++) {
		self->kilos_left[i] = (uint16_t)max_weight;
		pthread_cond_init(self->space + i, NULL);
	}
	return self;
}

void warehouse_free(warehouse *self)
{
	for (uint8_t i = 0; i < self->n; i++)
		pthread_cond_destroy(self->space + i);
	pthread_cond_destroy(&self->corridor);
	pthread_mutex_destroy(&self->mutex);
	free(self->space);
	free(self->kilos_left);
	free(self);
}

void warehouse_enter(warehouse *self, int n, int w)
{
	pthread_mutex_lock(&self->mutex);
	while (self->kilos_left[n] < w)
		pthread_cond_wait(self->space + n, &self->mutex);
	self->kilos_left[n] -= w;
	if (self->corridors & BIT(n)) {
		self->corridors &= ~BIT(n);
		pthread_cond_broadcast(&self->corridor);
	}
	pthread_mutex_unlock(&self->mutex);
}

void warehouse_exit(warehouse *self, int n, int w)
{
	pthread_mutex_lock(&self->mutex);
	if (n != self->n - 1) {
		while (self->corridors & BIT(n + 1))
			pthread_cond_wait(&self->corridor, &self->mutex);
		self->corridors |= BIT(n + 1);
	}
	self->kilos_left[n] += w;
	pthread_cond_broadcast(self->space + n);
	pthread_mutex_unlock(&self->mutex);
}
