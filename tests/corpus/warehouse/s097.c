#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Pasaje de mensajes: el servidor lee peticiones de un pipe y contesta por el pipe del cliente */

typedef struct {
    int tipo;    /* 'E' entrar, 'S' salir, 'F' fin */
    int nave;
    int peso;
    int resp;    /* por donde contestar */
} msg_t;

struct warehouse {
    int buzon[2];
    pthread_t tid;
    int n, max;
};

#define MAX_PEND 200

static void contestar(int fd) { if (write(fd, "!", 1) != 1) abort(); }

static void *servidor(void *p)
{
    struct warehouse *w = p;
    int peso[w->n], pasillo[w->n + 1];
    msg_t pend[MAX_PEND], m;
    int np = 0, i, otra;
    memset(peso, 0, sizeof peso);
    memset(pasillo, 0, sizeof pasillo);
    while (read(w->buzon[0], &m, sizeof m) == sizeof m && m.tipo != 'F') {
        pend[np++] = m;
        do {
            otra = 0;
            for (i = 0; i < np && !otra; i++) {
                m = pend[i];
                if (m.tipo == 'E' && peso[m.nave] + m.peso <= w->max) {
                    peso[m.nave] += m.peso;
                    pasillo[m.nave] = 0;
                    otra = 1;
                } else if (m.tipo == 'S' && (m.nave == w->n - 1 || !pasillo[m.nave + 1])) {
                    peso[m.nave] -= m.peso;
                    if (m.nave < w->n - 1)
                        pasillo[m.nave + 1] = 1;
                    otra = 1;
                }
                if (otra) {
                    contestar(m.resp);
                    pend[i] = pend[--np];
                }
            }
        } while (otra);
    }
    return NULL;
}

struct warehouse *warehouse_new(int n, int max)
{
    struct warehouse *w = malloc(sizeof *w);
    w->n = n;
    w->max = max;
    if (pipe(w->buzon)) abort();
    pthread_create(&w->tid, NULL, servidor, w);
    return w;
}

static void enviar(struct warehouse *w, msg_t m) { if (write(w->buzon[1], &m, sizeof m) != sizeof m) abort(); }

void warehouse_free(struct warehouse *w)
{
    enviar(w, (msg_t){ 'F', 0, 0, 0 });
    pthread_join(w->tid, NULL);
    close(w->buzon[0]);
    close(w->buzon[1]);
    free(w);
}

static void peticion(struct warehouse *w, int tipo, int nave, int peso)
{
    int r[2];
    char c;
    if (pipe(r)) abort();
    enviar(w, (msg_t){ tipo, nave, peso, r[1] });
    if (read(r[0], &c, 1) != 1) abort();
    close(r[0]);
    close(r[1]);
}

void warehouse_enter(struct warehouse *w, int n, int kg) { peticion(w, 'E', n, kg); }
void warehouse_exit(struct warehouse *w, int n, int kg) { peticion(w, 'S', n, kg); }
