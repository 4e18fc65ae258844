/*
 * Which names a source asks for, by wasi-libc's own rules: POSIX's, and those of GNU and BSD. Nothing is defined where the headers of a
 * real system are used: the macro that is asked for first is set on the command line together with wasi-libc's headers.
 */
#ifndef PATHFOLD_VISIBLE_H
#define PATHFOLD_VISIBLE_H
#ifdef _WASI_EMULATED_SIGNAL
#include <features.h>
#if defined(_BSD_SOURCE) || defined(_GNU_SOURCE)
#define PATHFOLD_GNU_NAMES
#endif
#if defined(PATHFOLD_GNU_NAMES) || defined(_POSIX_SOURCE) || defined(_POSIX_C_SOURCE) || defined(_XOPEN_SOURCE)
#define PATHFOLD_POSIX_NAMES
#endif
#endif
#endif
