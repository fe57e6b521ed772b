/* Memory that the implementation asks the system for. */
#ifndef NATIVE_MAPPING_H
#define NATIVE_MAPPING_H

/* A system call, mmap or mremap, with these arguments; answered as the C library does. */
long mapping_make(long number, const long args[6]);

#endif
