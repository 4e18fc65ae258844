char file_type(unsigned mode) {
  switch (mode & 0170000) {
    case 0040000: return 'd';
    case 0020000: return 'c';
    case 0100000: return '-';
    default: return '?';
  }
}
