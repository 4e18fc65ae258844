/* Reads a symbolic file and a folder, and writes a file that it reads back. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
  struct stat status;
  char text[16] = "";
  FILE *given = fopen("A", "r");
  int first = given ? getc(given) : -1;
  printf("%s", first == 'x' ? "x" : "other");
  int made = open("sub/new", O_CREAT | O_RDWR | O_EXCL, 0600);
  write(made, "hello", 5);
  lseek(made, 1, SEEK_SET);
  read(made, text, sizeof text);
  fstat(made, &status);
  printf(" %s %d %o", text, (int)status.st_size, status.st_mode & 0777);
  DIR *folder = opendir("sub");
  int entries = 0;
  while (readdir(folder)) entries++;
  closedir(folder);
  printf(" %d %d %s", entries, open("none", O_RDONLY), errno == ENOENT ? "missing" : "?");
  return 0;
}
