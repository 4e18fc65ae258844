/* The functions of the scanf family under a prefix, for text of one type of character: `w` is nothing, or the letter that wide ones have. */
#ifndef PATHFOLD_SCAN_FAMILY_H
#define PATHFOLD_SCAN_FAMILY_H
#define SCAN_VARIADIC(call)    \
  va_list arguments;           \
  va_start(arguments, format); \
  int assigned = call;         \
  va_end(arguments);           \
  return assigned

#define SCAN_FAMILY(prefix, w, character)                                                                              \
  int prefix##w##scanf(const character *restrict format, ...) {                                                        \
    SCAN_VARIADIC(vf##w##scanf(stdin, format, arguments));                                                             \
  }                                                                                                                    \
  int prefix##f##w##scanf(FILE *restrict stream, const character *restrict format, ...) {                              \
    SCAN_VARIADIC(vf##w##scanf(stream, format, arguments));                                                            \
  }                                                                                                                    \
  int prefix##s##w##scanf(const character *restrict text, const character *restrict format, ...) {                     \
    SCAN_VARIADIC(vs##w##scanf(text, format, arguments));                                                              \
  }

#define SCAN_FAMILY_V(prefix, w, character)                                                                            \
  int prefix##v##w##scanf(const character *restrict format, va_list arguments) {                                       \
    return vf##w##scanf(stdin, format, arguments);                                                                     \
  }                                                                                                                    \
  int prefix##vf##w##scanf(FILE *restrict stream, const character *restrict format, va_list arguments) {               \
    return vf##w##scanf(stream, format, arguments);                                                                    \
  }                                                                                                                    \
  int prefix##vs##w##scanf(const character *restrict text, const character *restrict format, va_list arguments) {      \
    return vs##w##scanf(text, format, arguments);                                                                      \
  }

#endif
