/* Mounted file systems, where the target's own headers have none. */
#if __has_include_next(<mntent.h>)
#include_next <mntent.h>
#else
#ifndef PATHFOLD_MNTENT_H
#define PATHFOLD_MNTENT_H
#include <stdio.h>
#define MOUNTED "/etc/mtab"
#define MNTTAB "/etc/fstab"
struct mntent {
  char *mnt_fsname, *mnt_dir, *mnt_type, *mnt_opts;
  int mnt_freq, mnt_passno;
};
FILE *setmntent(const char *name, const char *mode);
struct mntent *getmntent(FILE *stream);
int endmntent(FILE *stream);
char *hasmntopt(const struct mntent *entry, const char *option);
#endif
#endif
