/* What an implementation of the circular buffer provides; specs/circular-buffer/circular-buffer.yaml says what it must do. */
#ifndef CIRCULAR_BUFFER_H
#define CIRCULAR_BUFFER_H

#include <stddef.h>

typedef struct CirqBufferType CirqBufferType;

CirqBufferType *CirqBuffDynCreate(size_t size, size_t dataSize);
int CirqBuffPush(CirqBufferType *cPtr, void *dataPtr); /* 0, or 1 if it is full */
int CirqBuffPop(CirqBufferType *cPtr, void *dataPtr); /* 0, or 1 if it is empty */
void CirqBuffDynDestroy(CirqBufferType *cPtr);

#endif
