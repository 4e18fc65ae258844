int header_size(char type) {
  switch (type & 7) {
    case 0: return 1;
    case 1: return 3;
    case 2: return 5;
  }
  return 0;
}
