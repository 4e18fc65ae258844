/* Streams and descriptors on files, names and folders, with what goes wrong. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void said(const char *what, long result) { printf("%s: %ld %s\n", what, result, result < 0 ? strerror(errno) : ""); }

static void show(const char *name) {
  FILE *file = fopen(name, "r");
  if (!file) return said(name, -1);
  char line[40];
  printf("%s:", name);
  while (fgets(line, sizeof line, file)) printf(" [%s]", line);
  printf(" %d %d\n", !!feof(file), !!ferror(file));
  said("fclose", fclose(file));
}

static void put(const char *name, const char *mode, const char *text) {
  FILE *file = fopen(name, mode);
  if (!file) return said(mode, -1);
  fputs(text, file);
  printf("%s %s at %ld, reads %d\n", name, mode, ftell(file), fgetc(file));
  said("fclose", fclose(file));
}

static void streams(void) {
  put("x", "w", "one 1\ntwo\n");
  put("x", "a", "three");
  show("x");
  put("x", "wx", "");
  FILE *file = fopen("x", "r+");
  fputs("ONE", file);
  fseek(file, 0, SEEK_CUR);
  printf("%c", fgetc(file));
  fseek(file, -2, SEEK_END);
  printf("%c\n", fgetc(file));
  fclose(file);
  file = fopen("x", "a+");
  printf("%c", fgetc(file));
  fseek(file, 0, SEEK_CUR);
  fputs("end", file);
  rewind(file);
  printf("%c\n", fgetc(file));
  fclose(file);
  show("x");
  file = fopen("/dev/null", "r+");
  printf("%d %d\n", fgetc(file), fputs("x", file) < 0);
  fclose(file);
  file = fopen("given", "w+");
  char text[8] = "";
  fputs("abc", file);
  rewind(file);
  said("fread", (long)fread(text, 1, 7, file));
  puts(text);
  fclose(file);
}

static void names(void) {
  struct stat status;
  said("rename", rename("x", "y"));
  said("rename", rename("x", "y"));
  said("mkdir", mkdir("d", 0755));
  said("mkdir", mkdir("d", 0755));
  said("mkdir", mkdir("none/d", 0755));
  said("rename", rename("y", "d/z"));
  show("d/z");
  show("d/z/");
  show("d/../d/./z");
  show("z");
  put("d", "w", "");
  put("d/", "w", "");
  said("rmdir", rmdir("d"));
  said("unlink", unlink("d/none"));
  said("symlink", symlink("d/z", "l"));
  show("l");
  char target[8] = "";
  said("readlink", (long)readlink("l", target, 7));
  puts(target);
  said("link", link("d/z", "h"));
  said("stat", stat("h", &status));
  printf("%d %d %d\n", (int)status.st_nlink, (int)status.st_size, S_ISREG(status.st_mode));
  said("lstat", lstat("l", &status));
  printf("%d %d\n", (int)status.st_size, S_ISLNK(status.st_mode));
  said("stat", stat("none", &status));
  said("stat", stat("h/x", &status));
  said("rename", rename("d", "d/e"));
  said("rename", rename("h", "d"));
  DIR *folder = opendir("d");
  for (struct dirent *entry; (entry = readdir(folder));) {
    if (entry->d_name[0] != '.') printf("%s %d\n", entry->d_name, entry->d_type == DT_REG);
  }
  closedir(folder);
  said("opendir", opendir("h") ? 0 : -1);
  said("remove", remove("d/z"));
  said("remove", remove("d"));
  said("remove", remove("d"));
  show("l");
  show("h");
}

static void descriptors(void) {
  char bytes[4] = "";
  int descriptor = open("raw", O_RDWR | O_CREAT | O_EXCL, 0600);
  said("write", (long)write(descriptor, "0123456789", 10));
  said("lseek", (long)lseek(descriptor, 2, SEEK_SET));
  said("read", (long)read(descriptor, bytes, 3));
  puts(bytes);
  said("pread", (long)pread(descriptor, bytes, 3, 7));
  puts(bytes);
  said("pwrite", (long)pwrite(descriptor, "XX", 2, 0));
  said("ftruncate", ftruncate(descriptor, 5));
  said("lseek", (long)lseek(descriptor, 2, SEEK_END));
  said("write", (long)write(descriptor, "Y", 1));
  said("lseek", (long)lseek(descriptor, -1, SEEK_SET));
  said("close", close(descriptor));
  said("close", close(descriptor));
  descriptor = open("raw", O_RDONLY);
  said("write", (long)write(descriptor, "x", 1));
  for (long n = read(descriptor, bytes, 3), i; n > 0; n = read(descriptor, bytes, 3)) {
    for (i = 0; i < n; i++) printf("%d ", bytes[i]);
  }
  close(descriptor);
  said("open", open("raw/x", O_RDONLY));
  said("unlink", unlink("raw"));
  said("open", open("raw", O_RDONLY));
  mkdir("sub", 0755);
  int folder = open("sub", O_RDONLY | O_DIRECTORY);
  descriptor = openat(folder, "deep", O_WRONLY | O_CREAT, 0644);
  said("write", (long)write(descriptor, "deep", 4));
  close(descriptor);
  said("read", (long)read(folder, bytes, 1));
  close(folder);
}

int main(void) {
  streams();
  names();
  descriptors();
  said("freopen", freopen("out", "w", stderr) ? 0 : -1);
  fputs("to out", stderr);
  fclose(stderr);
  said("chdir", chdir("sub"));
  show("deep");
  show("../out");
  printf("%s\n", getenv("WORD") ? getenv("WORD") : "no WORD");
  return 3;
}
