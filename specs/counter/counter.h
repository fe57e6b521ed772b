/* What an implementation of the counter provides; specs/counter/counter.yaml says what it must do. */
#ifndef SPECS_COUNTER_H
#define SPECS_COUNTER_H

typedef struct counter counter;

counter *counter_new(void);
void counter_free(counter *);
void counter_up(counter *);
void counter_down(counter *);
int counter_read(counter *);

#endif
