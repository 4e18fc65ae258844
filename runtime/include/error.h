/* Messages with the name of the program, where the target's own headers have none. */
#if __has_include_next(<error.h>)
#include_next <error.h>
#else
#ifndef PATHFOLD_ERROR_H
#define PATHFOLD_ERROR_H

void error(int status, int number, const char *format, ...) __attribute__((__format__(__printf__, 3, 4)));
void error_at_line(int status, int number, const char *file, unsigned line, const char *format, ...)
    __attribute__((__format__(__printf__, 5, 6)));
extern void (*error_print_progname)(void);
extern unsigned error_message_count;
extern int error_one_per_line;

#endif
#endif
