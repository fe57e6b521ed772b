/* What an implementation of the asymmetric buffer provides; specs/asymmetric-buffer/asymmetric-buffer.yaml says what it must do. */
#ifndef ASYMMETRIC_BUFFER_H
#define ASYMMETRIC_BUFFER_H

typedef struct buffer buffer;

buffer *buffer_new(int length);
void buffer_free(buffer *);
void buffer_send(buffer *, const char *line); /* ends in a NUL */
char buffer_receive(buffer *);

#endif
