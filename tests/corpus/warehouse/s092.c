/* varasto.c -- herätetään vain se joka varmasti mahtuu. Jokaisella odottajalla on oma lippu (flag)
 * ja se joka herättää varaa paikan herätettävälle, joten ketään ei tarvitse herättää turhaan. */
#include <threads.h>
#include <stdbool.h>
#include <stdlib.h>

enum mita { SISAAN, ULOS };

struct odottaja {
	enum mita mita;
	int n, w;
	bool lupa;
	cnd_t cnd;
	struct odottaja *seuraava;
};

struct warehouse {
	mtx_t mtx;
	int n, max;
	int paino[24];
	bool kaytava[25];
	struct odottaja *ensimmainen, **viimeinen;
};

struct warehouse *warehouse_new(int n, int max)
{
	struct warehouse *v = calloc(1, sizeof *v);
	mtx_init(&v->mtx, mtx_plain);
	v->n = n;
	v->max = max;
	v->viimeinen = &v->ensimmainen;
	return v;
}

void warehouse_free(struct warehouse *v)
{
	mtx_destroy(&v->mtx);
	free(v);
}

static bool voiko(struct warehouse *v, enum mita mita, int n, int w)
{
	return mita == SISAAN ? v->paino[n] + w <= v->max : n == v->n - 1 || !v->kaytava[n + 1];
}

static void tee(struct warehouse *v, enum mita mita, int n, int w)
{
	if (mita == SISAAN) {
		v->paino[n] += w;
		v->kaytava[n] = false;
	} else {
		v->paino[n] -= w;
		v->kaytava[n + 1] = n < v->n - 1;
	}
}

static void herata(struct warehouse *v)
{
	bool uudestaan = true;
	while (uudestaan) {
		uudestaan = false;
		for (struct odottaja **p = &v->ensimmainen, *o; (o = *p) != NULL;) {
			if (voiko(v, o->mita, o->n, o->w)) {
				tee(v, o->mita, o->n, o->w);
				*p = o->seuraava;
				if (v->viimeinen == &o->seuraava)
					v->viimeinen = p;
				o->lupa = true;
				cnd_signal(&o->cnd);
				uudestaan = true;
			} else {
				p = &o->seuraava;
			}
		}
	}
}

static void pyyda(struct warehouse *v, enum mita mita, int n, int w)
{
	mtx_lock(&v->mtx);
	if (voiko(v, mita, n, w)) {
		tee(v, mita, n, w);
		herata(v);
	} else {
		struct odottaja mina = { .mita = mita, .n = n, .w = w };
		cnd_init(&mina.cnd);
		*v->viimeinen = &mina;
		v->viimeinen = &mina.seuraava;
		while (!mina.lupa)
			cnd_wait(&mina.cnd, &v->mtx);
		cnd_destroy(&mina.cnd);
	}
	mtx_unlock(&v->mtx);
}

void warehouse_enter(struct warehouse *v, int n, int w) { pyyda(v, SISAAN, n, w); }
void warehouse_exit(struct warehouse *v, int n, int w) { pyyda(v, ULOS, n, w); }
