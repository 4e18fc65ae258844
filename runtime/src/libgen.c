/* Parts of file names: POSIX's functions change the name they are given; GNU's basename does not. */
#include "internal.h"

char *strrchr(const char *s, int byte);

/* Under this name glibc's <libgen.h> has POSIX's basename. */
char *__xpg_basename(char *name) {
  if (!name || !*name) return ".";
  size_t n = strlen(name);
  while (n > 1 && name[n - 1] == '/') name[--n] = 0;
  while (n > 0 && name[n - 1] != '/') n--;
  return name[n] ? name + n : name;
}

char *basename(char *name) {
  if (PF_WASI) return __xpg_basename(name);
  char *slash = strrchr(name, '/');
  return slash ? slash + 1 : name;
}

char *dirname(char *name) {
  if (!name || !*name) return ".";
  size_t n = strlen(name);
  while (n > 0 && name[n - 1] == '/') n--;
  while (n > 0 && name[n - 1] != '/') n--;
  size_t folder = n;
  while (folder > 0 && name[folder - 1] == '/') folder--;
  if (folder > 0) {
    n = folder;
  } else {
    /* Nothing but slashes is left. Two at the beginning of a name may mean something else than one. */
    size_t slashes = 0;
    while (name[slashes] == '/') slashes++;
    if (slashes == 0) return ".";
    n = slashes == 2 && !PF_WASI ? 2 : 1;
  }
  name[n] = 0;
  return name;
}
