/*
 * Functions of the C library, and of the host in its place, that call what they are given. Nobody sees in the code of the implementation
 * where that begins, if its address is made of others or was asked for by a name: it is learned (site.h) when it is handed over.
 */
#ifndef NATIVE_CALLBACKS_H
#define NATIVE_CALLBACKS_H

/* What is to be called instead of the function; NULL: it calls nothing, or nothing can be put in its place. */
void *callback_for(const char *symbol);
/* The implementation has handed over this function: what it does is worth learning. */
void callback_given(const void *function);

#endif
