/* What is the same from when the implementation has been loaded: it lies in memory that nobody can write then. */
#ifndef NATIVE_SETTLED_H
#define NATIVE_SETTLED_H

/* Of a variable that is so. The linker puts it where what is relocated lies, which the loader protects. */
#define SETTLED __attribute__((section(".data.rel.ro.settled")))

/* Called first of all: they can be written. */
void settled_open(void);
/* From now on they cannot. */
void settled_close(void);

#endif
