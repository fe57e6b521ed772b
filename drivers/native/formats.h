/* What printf() and scanf() access besides the text itself, as the format says. */
#ifndef NATIVE_FORMATS_H
#define NATIVE_FORMATS_H

#include <stdarg.h>

/* The caller is about to print these values: strings among them are read. */
void format_prints(const char *format, va_list values, const void *place);
/* The caller is about to scan something to there; of what is as long as the text, only the beginning is known to be written. */
void format_scans(const char *format, va_list to, const void *place);

#endif
