#include <pathfold.h>
#include <stdlib.h>

#define TRUE 1
#define FALSE 0

struct options {
  int recurse;
  const char *user_name;
  const char *group_name;
};

struct options chopt;
int preserve_root;
int warned;

/* Compares like strcmp, but only for equality. */
static int differs(const char *text, const char *word) {
  for (int i = 0;; i++) {
    if (text[i] != word[i]) return 1;
    if (word[i] == '\0') return 0;
  }
}

static const char *uid_to_name(int uid) { return uid == 0 ? "root" : "user"; }
static const char *gid_to_name(int gid) { return gid == 0 ? "root" : "group"; }
static int chown_file(const struct options *o) { return o->user_name == NULL; }

int main(void) {
  char first[3];
  char second[16];
  int ok;
  pathfold_bytes(first, sizeof first, "argv1");
  pathfold_bytes(second, sizeof second, "argv2");
  int reference_file = pathfold_int("reference_file");

  chopt.recurse = FALSE;
  preserve_root = FALSE;
  if (!differs(first, "-R"))
    chopt.recurse = TRUE;
  if (!differs(second, "--preserve-root"))
    preserve_root = TRUE;
  if (reference_file) {
    chopt.user_name = uid_to_name(0);
    chopt.group_name = gid_to_name(0);
  } else {
    if (!chopt.user_name && chopt.group_name)
      chopt.user_name = "";
  }
  if (chopt.recurse)
    if (preserve_root)
      warned = TRUE;
  ok = chown_file(&chopt);
  exit(ok);
}
