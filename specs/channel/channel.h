/* What an implementation of the channel provides; specs/channel/channel.yaml says what it must do. */
#ifndef CHANNEL_H
#define CHANNEL_H

typedef struct channel channel;

enum channel_status { CHANNEL_OK, CHANNEL_CLOSED };

channel *channel_new(int capacity);
void channel_free(channel *);
enum channel_status channel_send(channel *, int item);
enum channel_status channel_recv(channel *, int *item);
enum channel_status channel_close(channel *);

#endif
