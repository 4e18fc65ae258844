/* Terminals, where the target's own headers have none. */
#if __has_include_next(<sys/termios.h>)
#include_next <sys/termios.h>
#else
#ifndef PATHFOLD_SYS_TERMIOS_H
#define PATHFOLD_SYS_TERMIOS_H
#include <termios.h>
#endif
#endif
