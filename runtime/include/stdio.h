/* What a POSIX system has and the target's own header hides. */
#include_next <stdio.h>
#include <pathfold-visible.h>
#if defined(PATHFOLD_POSIX_NAMES) && !defined(PATHFOLD_STDIO_H)
#define PATHFOLD_STDIO_H
#define L_ctermid 20
#define P_tmpdir "/tmp"
FILE *popen(const char *command, const char *mode);
int pclose(FILE *stream);
void flockfile(FILE *stream);
int ftrylockfile(FILE *stream);
void funlockfile(FILE *stream);
char *tempnam(const char *folder, const char *prefix);
#endif
#if defined(_WASI_EMULATED_SIGNAL) && __STDC_VERSION__ < 201112L && !defined(PATHFOLD_GETS)
#define PATHFOLD_GETS
char *gets(char *line);
#endif
