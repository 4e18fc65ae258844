/* What the environment says, and a call that may fail. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv, char **envp) {
  printf("%s %s", getenv("HOME"), envp[1]);
  if (getenv("MODE")[0] == 'a') printf(" a");
  if (access("data/list", R_OK) == 0) printf(" listed");
  int descriptor = open("data/list", O_RDONLY);
  if (descriptor < 0) printf(errno == EACCES ? " denied" : " too many");
  return 0;
}
