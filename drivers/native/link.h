/* Records on their way in and out. */
#ifndef NATIVE_LINK_H
#define NATIVE_LINK_H

#include "drivers/wire.h"

#include <stdbool.h>

/* Talks through the ring of a shared memory (fd >= 0), or through standard input and output. */
bool link_open(int shared_fd);
/* Waits for the next record, which is valid until the next call; NULL when the other side is gone. */
const struct srtest_record *link_read(void);
/* Ends the record and sends it. */
void link_send(struct text *record);
/* The same, but with the next record that is sent. */
void link_queue(struct text *record);

#endif
