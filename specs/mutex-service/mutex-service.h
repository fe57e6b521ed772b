/* What an implementation of the service provides; specs/mutex-service/mutex-service.yaml says what it must do. */
#ifndef SPECS_MUTEX_SERVICE_H
#define SPECS_MUTEX_SERVICE_H

#include <stdbool.h>

typedef struct service service;

service *service_new(void);
void service_free(service *);
/* Waits until nobody has the lock; gives the token of the lease. */
unsigned long service_acquire(service *);
/* False: the lease had ended before. */
bool service_release(service *, unsigned long token);
/* Ends the lease, if there is one. */
void service_expire(service *);
/* False: somebody with a newer lease has written before. */
bool service_write(service *, unsigned long token);

#endif
