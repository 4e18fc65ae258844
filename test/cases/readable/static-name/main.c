static char name[4];
char *name_of(int is_even) {
  name[0] = is_even ? 'e' : 'o';
  return name;
}
