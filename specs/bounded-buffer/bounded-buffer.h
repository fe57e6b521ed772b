/* What an implementation of the bounded buffer provides; specs/bounded-buffer/bounded-buffer.yaml says what it must do. */
#ifndef BOUNDED_BUFFER_H
#define BOUNDED_BUFFER_H

typedef struct buffer buffer;

buffer *buffer_new(int capacity);
void buffer_free(buffer *);
void buffer_put(buffer *, int item);
int buffer_get(buffer *);

#endif
