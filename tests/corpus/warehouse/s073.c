/*
  Especificacion CTAD traducida tal cual:

  OPERACIONES
    ACCION solicitarEntrar: Tipo_Nave[e] x Tipo_Peso[e]
    ACCION solicitarSalir:  Tipo_Nave[e] x Tipo_Peso[e]
*/
#include <pthread.h>
#include <stdlib.h>
#include <stdbool.h>

typedef enum { SOLICITAR_ENTRAR, SOLICITAR_SALIR } Operacion;

typedef struct warehouse {
   /* DOMINIO */
   struct { int *peso; bool *ocupado; } self;
   int N_NAVES, MAX_PESO_EN_NAVE;
   /* sincronizacion */
   pthread_mutex_t mutex;
   pthread_cond_t cond;
} ControlAccesoNaves;

static bool CPRE(ControlAccesoNaves *c, Operacion op, int n, int w)
{
   switch (op) {
      case SOLICITAR_ENTRAR: return c->self.peso[n] + w <= c->MAX_PESO_EN_NAVE;
      case SOLICITAR_SALIR:  return n == c->N_NAVES - 1 || !c->self.ocupado[n + 1];
   }
   abort();
}

static void POST(ControlAccesoNaves *c, Operacion op, int n, int w)
{
   switch (op) {
      case SOLICITAR_ENTRAR:
         c->self.peso[n] += w;
         if (n != 0) c->self.ocupado[n] = false;
         break;
      case SOLICITAR_SALIR:
         c->self.peso[n] -= w;
         if (n != c->N_NAVES - 1) c->self.ocupado[n + 1] = true;
         break;
   }
}

static void ejecutar(ControlAccesoNaves *c, Operacion op, int n, int w)
{
   pthread_mutex_lock(&c->mutex);
   while (!CPRE(c, op, n, w)) pthread_cond_wait(&c->cond, &c->mutex);
   POST(c, op, n, w);
   pthread_cond_broadcast(&c->cond);
   pthread_mutex_unlock(&c->mutex);
}

ControlAccesoNaves *warehouse_new(int n, int max)
{
   ControlAccesoNaves *c = malloc(sizeof(ControlAccesoNaves));
   /* INICIAL: todo a cero, todo libre */
   c->self.peso = calloc(n, sizeof(int));
   c->self.ocupado = calloc(n, sizeof(bool));
   c->N_NAVES = n;
   c->MAX_PESO_EN_NAVE = max;
   pthread_mutex_init(&c->mutex, NULL);
   pthread_cond_init(&c->cond, NULL);
   return c;
}

void warehouse_free(ControlAccesoNaves *c)
{
   pthread_cond_destroy(&c->cond);
   pthread_mutex_destroy(&c->mutex);
   free(c->self.peso);
   free(c->self.ocupado);
   free(c);
}

void warehouse_enter(ControlAccesoNaves *c, int n, int w) { ejecutar(c, SOLICITAR_ENTRAR, n, w); }
void warehouse_exit(ControlAccesoNaves *c, int n, int w) { ejecutar(c, SOLICITAR_SALIR, n, w); }
