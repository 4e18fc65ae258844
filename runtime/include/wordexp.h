/* Words as a shell reads them, where the target's own headers have none. */
#if __has_include_next(<wordexp.h>)
#include_next <wordexp.h>
#else
#ifndef PATHFOLD_WORDEXP_H
#define PATHFOLD_WORDEXP_H
#include <stddef.h>
enum { WRDE_DOOFFS = 1, WRDE_APPEND = 2, WRDE_NOCMD = 4, WRDE_REUSE = 8, WRDE_SHOWERR = 16, WRDE_UNDEF = 32 };
enum { WRDE_NOSPACE = 1, WRDE_BADCHAR, WRDE_BADVAL, WRDE_CMDSUB, WRDE_SYNTAX };
typedef struct {
  size_t we_wordc;
  char **we_wordv;
  size_t we_offs;
} wordexp_t;
int wordexp(const char *__restrict text, wordexp_t *__restrict words, int flags);
void wordfree(wordexp_t *words);
#endif
#endif
