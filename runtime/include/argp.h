/* Options and arguments of programs in GNU's way, where the target's own headers have none. */
#if __has_include_next(<argp.h>)
#include_next <argp.h>
#else
#ifndef PATHFOLD_ARGP_H
#define PATHFOLD_ARGP_H
#include <errno.h>
#include <stdio.h>
#include "pathfold/argp_declarations.h"

#endif
#endif
