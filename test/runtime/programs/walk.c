/* Walks over a tree that it makes first, in every way there is. */
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int by_name(const FTSENT **a, const FTSENT **b) { return strcmp((*a)->fts_name, (*b)->fts_name); }
static int by_name_down(const FTSENT **a, const FTSENT **b) { return strcmp((*b)->fts_name, (*a)->fts_name); }

static void file(const char *name) { close(open(name, O_WRONLY | O_CREAT, 0644)); }

static void walk(const char *title, int options, int compare_down, int special) {
  char *roots[] = {"tree", "tree/sub/deep/", "nothing", "link", NULL};
  FTS *fts = fts_open(roots, options, compare_down ? by_name_down : by_name);
  printf("== %s\n", title);
  if (!fts) { printf("open: %s\n", strerror(errno)); return; }
  for (FTSENT *e; (e = fts_read(fts));) {
    printf("%d %d %s [%s] %d %d %s\n", e->fts_info, e->fts_level, e->fts_path, e->fts_name, (int)e->fts_pathlen, (int)e->fts_namelen,
           e->fts_info == FTS_NS || e->fts_info == FTS_DNR ? strerror(e->fts_errno) : "");
    if (special == 1 && e->fts_info == FTS_D && strcmp(e->fts_name, "sub") == 0) fts_set(fts, e, FTS_SKIP);
    if (special == 2 && e->fts_info == FTS_SL) fts_set(fts, e, FTS_FOLLOW);
    if (special == 3 && e->fts_info == FTS_D) {
      for (FTSENT *c = fts_children(fts, 0); c; c = c->fts_link) printf("  child %s %d\n", c->fts_name, c->fts_info);
    }
    if (special == 4 && e->fts_level == 1) break;
    if (e->fts_info == FTS_DC) printf("  cycle to level %d\n", e->fts_cycle->fts_level);
  }
  printf("%s\n", strerror(errno));
  fts_close(fts);
}

int main(void) {
  if (mkdir("tree", 0755) != 0 && (chdir("/tmp") != 0 || mkdir("tree", 0755) != 0)) return 1;
  mkdir("tree/sub", 0755);
  mkdir("tree/sub/deep", 0755);
  mkdir("tree/empty", 0755);
  file("tree/b");
  file("tree/a");
  file("tree/sub/c");
  file("tree/sub/deep/d");
  symlink("a", "tree/soft");
  symlink("gone", "tree/loose");
  symlink("..", "tree/sub/up");
  symlink("tree/sub", "link");
  mkfifo("tree/pipe", 0644);
  walk("physical", FTS_PHYSICAL, 0, 0);
  walk("logical", FTS_LOGICAL, 0, 0);
  walk("down", FTS_PHYSICAL | FTS_NOCHDIR | FTS_COMFOLLOW, 1, 0);
  walk("skip", FTS_PHYSICAL | FTS_NOCHDIR, 0, 1);
  walk("follow", FTS_PHYSICAL | FTS_NOCHDIR, 0, 2);
  walk("children", FTS_PHYSICAL | FTS_NOCHDIR | FTS_XDEV, 0, 3);
  walk("stop", FTS_PHYSICAL | FTS_NOCHDIR, 0, 4);
  walk("dots", FTS_PHYSICAL | FTS_NOCHDIR | FTS_SEEDOT, 0, 0);
  walk("bad", 0x1000, 0, 0);
  char *empty[] = {"", NULL};
  if (!fts_open(empty, FTS_PHYSICAL, NULL)) printf("%s\n", strerror(errno));
  return 0;
}
