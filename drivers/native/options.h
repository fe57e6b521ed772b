/* getopt() and its kin. */
#ifndef NATIVE_OPTIONS_H
#define NATIVE_OPTIONS_H

/* The implementation is loaded. */
void options_remember(void);
/* The test is over: the next one has looked at no options yet. */
void options_reset(void);

#endif
