int permission(unsigned mode) {
  if ((mode & 3) == 3) return 2;
  if ((mode & 12) == 8) return 1;
  return 0;
}
