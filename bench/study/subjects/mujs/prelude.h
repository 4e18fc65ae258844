/* A wrong pattern is reported with longjmp, which is not modelled: here it ends the program instead. */
#include <setjmp.h>
#include <stdlib.h>
#undef setjmp
#define setjmp(buffer) 0
#define longjmp(buffer, value) exit(2)
