/* What an implementation of the store provides; specs/kv/kv.yaml says what it must do. */
#ifndef SPECS_KV_H
#define SPECS_KV_H

typedef struct kv kv;

kv *kv_new(void);
void kv_free(kv *);
/* The text is the store's, and stays as it is until the store is given back. */
const char *kv_get(kv *, const char *key);
void kv_put(kv *, const char *key, const char *value);
void kv_append(kv *, const char *key, const char *value);

#endif
