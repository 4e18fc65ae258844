/* c-ares: a domain name of N arbitrary bytes in a DNS message, with compression. */
#include <ares.h>
#include <pathfold.h>
#include <stdio.h>

int main(void) {
  unsigned char message[N];
  pathfold_bytes(message, sizeof message, "message");
  char *name = NULL;
  long length = 0;
  int status = ares_expand_name(message, message, sizeof message, &name, &length);
  if (status == ARES_SUCCESS) {
    printf("%ld bytes\n", length);
    ares_free_string(name);
  }
  return status;
}
