/*
 * Files and folders that the implementation makes, changes or removes by their names. How each of them was before the test is kept in a
 * journal, from which it is put back when the test is over; where the host did not live to do that, the next one does. Files of more
 * than a MiB that were there before stay as they are left.
 */
#ifndef NATIVE_FILES_H
#define NATIVE_FILES_H

/* Puts back what a host before this one did not. The journal is a file in memory; -1: there is none to go on with. */
void files_adopt(int journal);

/* The caller, if it is a task, is about to change what this name stands for in the folder, which may be AT_FDCWD. */
void files_note(int folder, const char *path);
/* The caller has made this. */
void files_made(const char *path);
/* The caller has moved it; both were noted. */
void files_moved(int from_folder, const char *from, int to_folder, const char *to);

/* The caller looks for what this name stands for. Where that is a thread as the system has it, what it finds there means nothing. */
void files_look(const char *path, const void *place);

/* Puts back what the test changed. */
void files_reset(void);

#endif
