/* System calls that are made by number. */
#ifndef NATIVE_SYSCALLS_H
#define NATIVE_SYSCALLS_H

/* Does what the system call asks for, as the host has it; -1 and errno, or its result. */
long syscall_made(long number, const long arguments[6], const void *place);

#endif
