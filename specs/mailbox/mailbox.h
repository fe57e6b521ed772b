/* What an implementation of the mailbox provides; specs/mailbox/mailbox.yaml says what it must do. */
#ifndef MAILBOX_H
#define MAILBOX_H

#include <stddef.h>

typedef struct Arc_MBox Arc_MBox;

Arc_MBox *Arc_MBoxCreate(size_t size);
int Arc_MBoxPost(Arc_MBox *mPtr, const int *msg);
int Arc_MBoxFetch(Arc_MBox *mPtr, int *msg);
void Arc_MBoxDestroy(Arc_MBox *mPtr);

#endif
