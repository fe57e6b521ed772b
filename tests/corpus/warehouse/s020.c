/**
 * @file   warehouse.c
 * @brief  Implementation of the warehouse controller.
 *
 * @details This file contains the implementation of the warehouse controller. The warehouse
 *          controller controls the access of robots to the warehouses.
 */
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

/** @brief How long to wait before looking again, in milliseconds. */
#define TIMEOUT_MS 5

/** @brief The warehouse controller. */
struct warehouse {
    int n_warehouses;            /**< The number of warehouses. */
    int max_weight;              /**< The maximum weight. */
    int *weight;                 /**< The weights. */
    int *occupied;               /**< The corridors. */
    pthread_mutex_t mutex;       /**< The mutex. */
    pthread_cond_t  condition;   /**< The condition. */
};

/**
 * @brief  Creates a warehouse controller.
 * @param  n_warehouses  The number of warehouses.
 * @param  max_weight    The maximum weight.
 * @return The warehouse controller.
 */
struct warehouse *warehouse_new(int n_warehouses, int max_weight)
{
    struct warehouse *self = malloc(sizeof(struct warehouse));
    pthread_condattr_t attr;
    self->n_warehouses = n_warehouses;
    self->max_weight = max_weight;
    self->weight = calloc(n_warehouses, sizeof(int));
    self->occupied = calloc(n_warehouses, sizeof(int));
    pthread_mutex_init(&self->mutex, NULL);
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_cond_init(&self->condition, &attr);
    pthread_condattr_destroy(&attr);
    return self;
}

/**
 * @brief Destroys a warehouse controller.
 * @param self  The warehouse controller.
 */
void warehouse_free(struct warehouse *self)
{
    pthread_cond_destroy(&self->condition);
    pthread_mutex_destroy(&self->mutex);
    free(self->occupied);
    free(self->weight);
    free(self);
}

/**
 * @brief Waits for the condition, but not for ever, so that a lost signal does no harm.
 * @param self  The warehouse controller.
 */
static void wait_a_bit(struct warehouse *self)
{
    struct timespec ts;
    clock_gettime(CLOCK_MONOTONIC, &ts);
    ts.tv_nsec += TIMEOUT_MS * 1000000L;
    if (ts.tv_nsec >= 1000000000L) {
        ts.tv_sec += 1;
        ts.tv_nsec -= 1000000000L;
    }
    pthread_cond_timedwait(&self->condition, &self->mutex, &ts);
}

/**
 * @brief Enters a warehouse.
 * @param self  The warehouse controller.
 * @param n     The warehouse.
 * @param w     The weight.
 */
void warehouse_enter(struct warehouse *self, int n, int w)
{
    pthread_mutex_lock(&self->mutex);
    while (self->weight[n] + w > self->max_weight)
        wait_a_bit(self);
    self->weight[n] += w;
    self->occupied[n] = 0;
    pthread_cond_signal(&self->condition);
    pthread_mutex_unlock(&self->mutex);
}

/**
 * @brief Leaves a warehouse.
 * @param self  The warehouse controller.
 * @param n     The warehouse.
 * @param w     The weight.
 */
void warehouse_exit(struct warehouse *self, int n, int w)
{
    pthread_mutex_lock(&self->mutex);
    while (n != self->n_warehouses - 1 && self->occupied[n + 1])
        wait_a_bit(self);
    self->weight[n] -= w;
    if (n != self->n_warehouses - 1)
        self->occupied[n + 1] = 1;
    pthread_cond_signal(&self->condition);
    pthread_mutex_unlock(&self->mutex);
}
