enum access { DENIED, READ_ONLY, FULL };
enum access access_of(unsigned mode) {
  if ((mode & 4) == 0) return DENIED;
  if ((mode & 2) == 0) return READ_ONLY;
  return FULL;
}
