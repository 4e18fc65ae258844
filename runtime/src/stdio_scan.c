/*
 * The scanf engine: one pass over the format, one character of lookahead in the input. Numbers are converted while they are
 * read, so that a symbolic digit costs one comparison.
 *
 * Where the libraries disagree, each target gets its own library's behaviour: glibc accepts "0x" as a number (0) and "1e"
 * as 1, consuming the rest; wasi-libc calls both a mismatch, as the C standard does.
 */
#include "stdio_scan.h"

#include "internal.h"

static int scan_get(struct pf_scan_source *source) {
  source->consumed++;
  if (source->stream) return fgetc(source->stream);
  unsigned char c = (unsigned char)*source->text;
  if (!c) return -1;
  source->text++;
  return c;
}

static void scan_unget(struct pf_scan_source *source, int c) {
  source->consumed--;
  if (c == -1) return;
  if (source->stream) {
    ungetc(c, source->stream);
  } else {
    source->text--;
  }
}

static int scan_skip_space(struct pf_scan_source *source) {
  int c;
  do {
    c = scan_get(source);
  } while (pf_is_space(c));
  scan_unget(source, c);
  return c;
}

enum scan_outcome { SCAN_DONE, SCAN_MISMATCH, SCAN_END };

struct scan_directive {
  bool suppressed, allocating;
  int width; /* 0: not given */
  int length;
  char conversion;
};

/* A field being read: characters left within its width. */
struct scan_field {
  struct pf_scan_source *source;
  int left;
  int next; /* the lookahead, -1 at the end of input or of the field */
};

static void scan_field_fill(struct scan_field *field) { field->next = field->left > 0 ? scan_get(field->source) : -1; }

static void scan_field_open(struct scan_field *field, struct pf_scan_source *source, int width) {
  field->source = source;
  field->left = width > 0 ? width : INT_MAX;
  scan_field_fill(field);
}

static void scan_field_accept(struct scan_field *field) {
  field->left--;
  scan_field_fill(field);
}

static void scan_field_close(struct scan_field *field) {
  if (field->left > 0) scan_unget(field->source, field->next);
}

static void scan_store_integer(void *where, int length, uint64_t value) {
  switch (length) {
    case LENGTH_HH: *(unsigned char *)where = (unsigned char)value; break;
    case LENGTH_H: *(unsigned short *)where = (unsigned short)value; break;
    case LENGTH_L: *(unsigned long *)where = (unsigned long)value; break;
    case LENGTH_LL:
    case LENGTH_LONG_DOUBLE:
    case LENGTH_J: *(uint64_t *)where = value; break;
    case LENGTH_Z:
    case LENGTH_T: *(size_t *)where = (size_t)value; break;
    default: *(unsigned *)where = (unsigned)value;
  }
}

static enum scan_outcome scan_integer(struct pf_scan_source *source, const struct scan_directive *directive, unsigned base,
                                      bool is_signed, uint64_t *result) {
  struct scan_field field;
  uint64_t value = 0;
  bool negative = false, overflow = false, any = false, prefixed = false;
  scan_field_open(&field, source, directive->width);
  if (field.next == -1) {
    scan_field_close(&field);
    return SCAN_END;
  }
  if (!PF_WASI && directive->conversion == 'p' && field.next == '(') {
    const char *null = "(nil)"; /* what glibc prints for a null pointer */
    while (*null && (field.next | 32) == (*null | 32)) {
      null++;
      scan_field_accept(&field);
    }
    scan_field_close(&field);
    *result = 0;
    return *null ? SCAN_MISMATCH : SCAN_DONE;
  }
  if (field.next == '-' || field.next == '+') {
    negative = field.next == '-';
    scan_field_accept(&field);
  }
  if ((base == 0 || base == 16) && field.next == '0') {
    any = true;
    scan_field_accept(&field);
    if ((field.next | 32) == 'x') {
      scan_field_accept(&field);
      base = 16;
      prefixed = true;
      if (PF_WASI) any = false;
    } else if (base == 0) {
      base = 8;
    }
  }
  if (base == 0) base = 10;
  for (int count = 0; pf_digit_value(field.next) < base; count++) {
    unsigned digit = pf_digit_value(field.next);
    if (count >= 12 && (value > UINT64_MAX / base || value * base > UINT64_MAX - digit)) overflow = true;
    value = value * base + digit;
    any = true;
    scan_field_accept(&field);
  }
  scan_field_close(&field);
  if (!any) {
    if (!prefixed) pf_no_number();
    return SCAN_MISMATCH;
  }
  /* glibc converts with strtol or strtoul first; wasi-libc clamps only what exceeds 64 bits. */
  uint64_t limit = PF_WASI || !is_signed ? UINT64_MAX : negative ? 1ull << 63 : INT64_MAX;
  if (overflow || value > limit) {
    errno = ERANGE;
    *result = limit;
    if (PF_WASI || !is_signed) negative = false;
  } else {
    *result = value;
  }
  if (negative) *result = 0 - *result;
  return SCAN_DONE;
}

/* Text that grows: on the stack while short. */
struct scan_text {
  char local[48];
  char *bytes;
  size_t length, capacity;
};

static void scan_text_open(struct scan_text *text) {
  text->bytes = text->local;
  text->length = 0;
  text->capacity = sizeof text->local;
}

static void scan_text_add(struct scan_text *text, char c) {
  if (text->length + 1 >= text->capacity) {
    char *grown = __pf_alloc(text->capacity * 2);
    if (!grown) return;
    __builtin_memcpy(grown, text->bytes, text->length);
    if (text->bytes != text->local) __pf_free(text->bytes);
    text->bytes = grown;
    text->capacity *= 2;
  }
  text->bytes[text->length++] = c;
  text->bytes[text->length] = 0;
}

static void scan_text_close(struct scan_text *text) {
  if (text->bytes != text->local) __pf_free(text->bytes);
}

static void scan_float_take(struct scan_field *field, struct scan_text *text) {
  scan_text_add(text, (char)field->next);
  scan_field_accept(field);
}

/* The letters of a word, any case; false as soon as one is missing. */
static bool scan_float_word(struct scan_field *field, struct scan_text *text, const char *word) {
  for (; *word; word++) {
    if ((field->next | 32) != *word) return false;
    scan_float_take(field, text);
  }
  return true;
}

static bool scan_float_digits(struct scan_field *field, struct scan_text *text, unsigned base) {
  bool any = false, dot = false;
  for (;;) {
    if (pf_digit_value(field->next) < base) {
      any = true;
    } else if (field->next == '.' && !dot) {
      dot = true;
    } else {
      return any;
    }
    scan_float_take(field, text);
  }
}

static bool scan_float_exponent(struct scan_field *field, struct scan_text *text, char letter) {
  if (field->next == -1 || (field->next | 32) != letter) return true;
  scan_float_take(field, text);
  if (field->next == '+' || field->next == '-') scan_float_take(field, text);
  bool any = false;
  while (pf_is_digit(field->next)) {
    any = true;
    scan_float_take(field, text);
  }
  return any || !PF_WASI;
}

static bool scan_no_number(void) {
  pf_no_number();
  return false;
}

/* Reads the longest beginning of a number; whether that is a number. */
static bool scan_float_text(struct scan_field *field, struct scan_text *text) {
  if (field->next == '-' || field->next == '+') scan_float_take(field, text);
  if (field->next == -1) return scan_no_number();
  if ((field->next | 32) == 'i') {
    if (!scan_float_word(field, text, "inf")) return scan_no_number();
    return (field->next | 32) != 'i' || scan_float_word(field, text, "inity") || scan_no_number();
  }
  if ((field->next | 32) == 'n') return scan_float_word(field, text, "nan") || scan_no_number();
  bool any = false;
  if (field->next == '0') {
    any = true;
    scan_float_take(field, text);
    /* glibc wants room for a digit after the prefix, and is content with a point. */
    if ((field->next | 32) == 'x' && (PF_WASI || field->left >= 2)) {
      scan_float_take(field, text);
      size_t prefix = text->length;
      bool digits = scan_float_digits(field, text, 16);
      if (!digits) return !PF_WASI && text->length > prefix;
      return scan_float_exponent(field, text, 'p');
    }
  }
  any |= scan_float_digits(field, text, 10);
  return any ? scan_float_exponent(field, text, 'e') : scan_no_number();
}

static enum scan_outcome scan_float(struct pf_scan_source *source, const struct scan_directive *directive, void *where) {
  struct scan_field field;
  struct scan_text text;
  scan_field_open(&field, source, directive->width);
  if (field.next == -1) {
    scan_field_close(&field);
    return SCAN_END;
  }
  scan_text_open(&text);
  bool number = scan_float_text(&field, &text);
  scan_field_close(&field);
  if (number && where) {
    if (directive->length == LENGTH_LONG_DOUBLE) {
      *(long double *)where = strtold(text.bytes, NULL);
    } else if (directive->length == LENGTH_L) {
      *(double *)where = strtod(text.bytes, NULL);
    } else {
      *(float *)where = strtof(text.bytes, NULL);
    }
  }
  scan_text_close(&text);
  return number ? SCAN_DONE : SCAN_MISMATCH;
}

/* %c %s %[: which characters belong. */
struct scan_class {
  char conversion;
  const char *set; /* inside the brackets */
  size_t set_length;
  bool inverted;
};

static bool scan_in_set(const struct scan_class *class, int c) {
  const unsigned char *set = (const unsigned char *)class->set;
  for (size_t i = 0; i < class->set_length; i++) {
    if (set[i] == '-' && i > 0 && i + 1 < class->set_length) {
      if (set[i - 1] <= c && c <= set[i + 1]) return true;
    } else if (set[i] == c) {
      return true;
    }
  }
  return false;
}

static bool scan_belongs(const struct scan_class *class, int c) {
  if (c == -1) return false;
  if (class->conversion == 'c') return true;
  if (class->conversion == 's') return !pf_is_space(c);
  return scan_in_set(class, c) != class->inverted;
}

/* The set after %[; returns the place after its closing bracket, or NULL. */
static const char *scan_parse_set(const char *at, struct scan_class *class) {
  class->inverted = *at == '^';
  if (class->inverted) at++;
  class->set = at;
  if (*at == ']') at++;
  while (*at && *at != ']') at++;
  class->set_length = (size_t)(at - class->set);
  return *at ? at + 1 : NULL;
}

/* Where the characters of a field go: nowhere, a buffer of the caller, or one that grows. */
struct scan_target {
  char *bytes;
  wchar_t *wide;
  bool growing;
  size_t length, capacity;
};

static bool scan_put(struct scan_target *target, int c) {
  size_t unit = target->wide ? sizeof(wchar_t) : 1;
  if (target->growing && target->length == target->capacity) {
    void *old = target->wide ? (void *)target->wide : (void *)target->bytes;
    void *grown = realloc(old, target->capacity * 2 * unit);
    if (!grown) return false;
    target->capacity *= 2;
    if (target->wide) {
      target->wide = grown;
    } else {
      target->bytes = grown;
    }
  }
  if (target->wide) {
    target->wide[target->length] = (wchar_t)c;
  } else if (target->bytes) {
    target->bytes[target->length] = (char)c;
  }
  target->length++;
  return true;
}

static enum scan_outcome scan_characters(struct pf_scan_source *source, const struct scan_directive *directive,
                                         const struct scan_class *class, void *where) {
  struct scan_field field;
  bool wide = directive->length == LENGTH_L;
  struct scan_target target = {NULL, NULL, directive->allocating && where, 0, 32};
  int wanted = class->conversion == 'c' && directive->width == 0 ? 1 : directive->width;
  scan_field_open(&field, source, wanted);
  if (field.next == -1) {
    scan_field_close(&field);
    return SCAN_END;
  }
  if (!scan_belongs(class, field.next)) {
    scan_field_close(&field);
    return SCAN_MISMATCH;
  }
  if (target.growing) {
    void *buffer = malloc(target.capacity * (wide ? sizeof(wchar_t) : 1));
    if (!buffer) return SCAN_END;
    if (wide) {
      target.wide = buffer;
    } else {
      target.bytes = buffer;
    }
  } else if (where && wide) {
    target.wide = where;
  } else {
    target.bytes = where;
  }
  bool room = true;
  while (room && scan_belongs(class, field.next)) {
    room = scan_put(&target, field.next);
    scan_field_accept(&field);
  }
  scan_field_close(&field);
  if (room && where && class->conversion != 'c') room = scan_put(&target, 0);
  if (target.growing) *(void **)where = target.wide ? (void *)target.wide : (void *)target.bytes;
  /* Too few characters for %5c: glibc is content with those, wasi-libc is not. */
  if (PF_WASI && class->conversion == 'c' && directive->width > (int)target.length) return SCAN_MISMATCH;
  return room ? SCAN_DONE : SCAN_END;
}

static const char *scan_parse_directive(const char *at, struct scan_directive *directive) {
  directive->suppressed = directive->allocating = false;
  directive->width = 0;
  directive->length = LENGTH_NONE;
  for (;; at++) {
    if (*at == '*') {
      directive->suppressed = true;
    } else if (*at != '\'') {
      break;
    }
  }
  for (; pf_is_digit(*at); at++) {
    if (directive->width < INT_MAX / 10) directive->width = directive->width * 10 + (*at - '0');
  }
  if (*at == 'm') {
    directive->allocating = true;
    at++;
  }
  switch (*at) {
    case 'h':
    case 'l': {
      bool twice = at[1] == at[0];
      directive->length = *at == 'h' ? (twice ? LENGTH_HH : LENGTH_H) : (twice ? LENGTH_LL : LENGTH_L);
      at += twice ? 2 : 1;
      break;
    }
    case 'q': directive->length = LENGTH_LL; at++; break;
    case 'j': directive->length = LENGTH_J; at++; break;
    case 'z': directive->length = LENGTH_Z; at++; break;
    case 't': directive->length = LENGTH_T; at++; break;
    case 'L': directive->length = LENGTH_LONG_DOUBLE; at++; break;
    default: break;
  }
  directive->conversion = *at;
  return *at ? at + 1 : at;
}

static enum scan_outcome scan_convert_integer(struct pf_scan_source *source, struct scan_directive *directive, void *where) {
  uint64_t value;
  bool is_signed = directive->conversion == 'd' || directive->conversion == 'i';
  unsigned base = 10;
  if (directive->conversion == 'i') base = 0;
  if (directive->conversion == 'o') base = 8;
  if (directive->conversion == 'x' || directive->conversion == 'X') base = 16;
  if (directive->conversion == 'p') {
    base = 16;
    directive->length = LENGTH_Z;
  }
  enum scan_outcome outcome = scan_integer(source, directive, base, is_signed, &value);
  if (outcome == SCAN_DONE && where) scan_store_integer(where, directive->length, value);
  return outcome;
}

int __pfc_scan(struct pf_scan_source *source, const char *format, va_list arguments) {
  int assigned = 0;
  enum scan_outcome outcome = SCAN_DONE;
  while (*format && outcome == SCAN_DONE) {
    if (pf_is_space((unsigned char)*format)) {
      scan_skip_space(source);
      format++;
      continue;
    }
    bool percent = format[0] == '%' && format[1] == '%';
    if (*format != '%' || percent) {
      if (percent) {
        format++;
        scan_skip_space(source);
      }
      int c = scan_get(source);
      if (c != (unsigned char)*format) {
        scan_unget(source, c);
        outcome = c == -1 ? SCAN_END : SCAN_MISMATCH;
      }
      format++;
      continue;
    }
    struct scan_directive directive;
    struct scan_class class = {0, NULL, 0, false};
    format = scan_parse_directive(format + 1, &directive);
    if (directive.conversion == 'C' || directive.conversion == 'S') {
      directive.length = LENGTH_L;
      directive.conversion = (char)(directive.conversion | 32);
    }
    class.conversion = directive.conversion;
    if (directive.conversion == '[') {
      format = scan_parse_set(format, &class);
      if (!format) break;
    }
    void *where = directive.suppressed ? NULL : va_arg(arguments, void *);
    if (directive.conversion == 'n') {
      if (where) scan_store_integer(where, directive.length, source->consumed);
      continue;
    }
    if (!strchr("c[", directive.conversion) && scan_skip_space(source) == -1) {
      outcome = SCAN_END;
      break;
    }
    switch (directive.conversion) {
      case 'd':
      case 'i':
      case 'u':
      case 'o':
      case 'x':
      case 'X':
      case 'p':
        outcome = scan_convert_integer(source, &directive, where);
        break;
      case 'a':
      case 'A':
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G':
        outcome = scan_float(source, &directive, where);
        break;
      case 'c':
      case 's':
      case '[':
        outcome = scan_characters(source, &directive, &class, where);
        break;
      default:
        outcome = SCAN_MISMATCH;
    }
    if (outcome == SCAN_DONE && where) assigned++;
  }
  return outcome == SCAN_END && assigned == 0 ? -1 : assigned;
}
