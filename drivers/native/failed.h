/* How most functions of the C library fail. */
#ifndef NATIVE_FAILED_H
#define NATIVE_FAILED_H

#include <errno.h>

static inline int
failed(int error)
{
	errno = error;
	return -1;
}

/* 0: it has not. */
static inline int
answer(int error)
{
	return error ? failed(error) : 0;
}

#endif
