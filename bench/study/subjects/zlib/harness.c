/* zlib: inflate is given N arbitrary bytes that may begin with a zlib or a gzip header. */
#include <pathfold.h>
#include <stdio.h>
#include <zlib.h>

int main(void) {
  unsigned char input[N];
  unsigned char output[8];
  pathfold_bytes(input, sizeof input, "input");
  z_stream stream = {.next_in = input, .avail_in = sizeof input, .next_out = output, .avail_out = sizeof output};
  if (inflateInit2(&stream, 15 + 32) != Z_OK) return 1;
  int status = inflate(&stream, Z_NO_FLUSH);
  printf("%d, %s\n", status, stream.msg == NULL ? "no problem" : stream.msg);
  inflateEnd(&stream);
  return 0;
}
