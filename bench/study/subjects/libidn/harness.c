/* libidn: N arbitrary bytes are decoded as Punycode. */
#include <pathfold.h>
#include <punycode.h>
#include <stdio.h>

int main(void) {
  char input[N];
  pathfold_bytes(input, sizeof input, "input");
  punycode_uint decoded[N];
  size_t length = N;
  int status = punycode_decode(sizeof input, input, &length, decoded, NULL);
  if (status == PUNYCODE_SUCCESS) printf("%zu characters\n", length);
  return status;
}
