/*****************************************************************
 * Práctica 1 - Concurrencia                                     *
 * Control de acceso a las naves                                 *
 * Alumno: 15m0214                                               *
 *****************************************************************/
#include <stdio.h>
#include <stdlib.h>
#include <pthread.h>

#define TRUE 1
#define FALSE 0

/* El recurso compartido */
typedef struct warehouse {
    int num_naves;           /* número de naves */
    int max_peso;            /* peso máximo de cada nave */
    int *peso;               /* peso[i] = peso actual de la nave i */
    int *ocupado;            /* ocupado[i] = TRUE si hay un robot en el pasillo que lleva a la nave i */
    pthread_mutex_t mutex;   /* exclusión mutua */
    pthread_cond_t  cambio;  /* algo ha cambiado */
} warehouse;

/* Crea el recurso compartido */
warehouse *warehouse_new(int n_warehouses, int max_weight) {
    int i;
    /* reservamos memoria */
    warehouse *self = (warehouse *) malloc(sizeof(warehouse));
    if (self == NULL) {
        /* no hay memoria */
        return NULL;
    }
    self->num_naves = n_warehouses;
    self->max_peso = max_weight;
    /* reservamos memoria para los pesos */
    self->peso = (int *) malloc(n_warehouses * sizeof(int));
    /* reservamos memoria para los pasillos */
    self->ocupado = (int *) malloc(n_warehouses * sizeof(int));
    /* inicializamos las naves y los pasillos */
    for (i = 0; i < n_warehouses; i++) {
        self->peso[i] = 0;
        self->ocupado[i] = FALSE;
    }
    /* inicializamos el mutex y la condición */
    pthread_mutex_init(&self->mutex, NULL);
    pthread_cond_init(&self->cambio, NULL);
    return self;
}

/* Destruye el recurso compartido */
void warehouse_free(warehouse *self) {
    pthread_cond_destroy(&self->cambio);
    pthread_mutex_destroy(&self->mutex);
    free(self->peso);
    free(self->ocupado);
    free(self);
}

/* CPRE: peso[n] + w <= MAX */
void warehouse_enter(warehouse *self, int n, int w) {
    pthread_mutex_lock(&self->mutex);      /* entramos en exclusión mutua */
    while (self->peso[n] + w > self->max_peso) {
        /* no se cumple la CPRE, esperamos */
        pthread_cond_wait(&self->cambio, &self->mutex);
    }
    /* POST */
    self->peso[n] = self->peso[n] + w;     /* sumamos el peso */
    if (n > 0) {
        self->ocupado[n] = FALSE;          /* dejamos libre el pasillo */
    }
    pthread_cond_broadcast(&self->cambio); /* despertamos a todos */
    pthread_mutex_unlock(&self->mutex);    /* salimos de la exclusión mutua */
}

/* CPRE: n es la última nave o el pasillo siguiente está libre */
void warehouse_exit(warehouse *self, int n, int w) {
    pthread_mutex_lock(&self->mutex);      /* entramos en exclusión mutua */
    while (n != self->num_naves - 1 && self->ocupado[n + 1] == TRUE) {
        /* no se cumple la CPRE, esperamos */
        pthread_cond_wait(&self->cambio, &self->mutex);
    }
    /* POST */
    self->peso[n] = self->peso[n] - w;     /* restamos el peso */
    if (n != self->num_naves - 1) {
        self->ocupado[n + 1] = TRUE;       /* ocupamos el pasillo */
    }
    pthread_cond_broadcast(&self->cambio); /* despertamos a todos */
    pthread_mutex_unlock(&self->mutex);    /* salimos de la exclusión mutua */
}
