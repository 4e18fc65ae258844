/* libb64: N arbitrary bytes are decoded in two blocks, and the first decoded byte is printed. */
#include <b64/cdecode.h>
#include <pathfold.h>
#include <stdio.h>

int main(void) {
  char input[N];
  char plain[N];
  pathfold_bytes(input, sizeof input, "input");
  base64_decodestate state;
  base64_init_decodestate(&state);
  int length = base64_decode_block(input, N / 2, plain, &state);
  length += base64_decode_block(input + N / 2, N - N / 2, plain + length, &state);
  printf("%d bytes\n", length);
  return length > 0 && plain[0] == 0;
}
