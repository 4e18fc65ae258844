int block_end(int step, char out[8]) {
  switch (step) {
    case 1: out[0] = '='; out[1] = '='; return 2;
    case 2: out[0] = '='; return 1;
  }
  return 0;
}
