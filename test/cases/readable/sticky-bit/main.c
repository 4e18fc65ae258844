char others_execute(unsigned mode) {
  switch (mode & 01001) {
    case 0: return '-';
    case 1: return 'x';
    case 01000: return 'T';
    default: return 't';
  }
}
