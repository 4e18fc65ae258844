/*
 * The printf engine: one pass over the format, text into a sink. Literal stretches and strings go out in one piece, so that
 * symbolic text is copied, not inspected, except where the length of a string decides.
 */
#include "internal.h"

/* Arguments in order; a pointer to this can be passed on where va_list itself, an array on some targets, cannot. */
struct print_arguments {
  va_list list;
};

void __pfc_emit(struct pf_sink *sink, const char *bytes, size_t n) {
  if (n == 0 || sink->error) return;
  if (n > (size_t)INT_MAX - sink->length) {
    sink->error = EOVERFLOW;
    return;
  }
  if (sink->stream) {
    if (!__pfc_stream_write(sink->stream, bytes, n)) sink->error = errno ? errno : EBADF;
  } else if (sink->length < sink->capacity) {
    size_t room = sink->capacity - sink->length;
    __builtin_memcpy(sink->buffer + sink->length, bytes, n < room ? n : room);
  }
  sink->length += n;
}

void __pfc_pad(struct pf_sink *sink, char byte, int64_t n) {
  if (n <= 0 || sink->error) return;
  if (n > INT_MAX - (int64_t)sink->length) {
    sink->error = EOVERFLOW;
    return;
  }
  if (sink->stream) {
    char block[64];
    size_t left = (size_t)n;
    __builtin_memset(block, byte, left < sizeof block ? left : sizeof block);
    while (left > 0 && !sink->error) {
      size_t now = left < sizeof block ? left : sizeof block;
      if (!__pfc_stream_write(sink->stream, block, now)) sink->error = errno ? errno : EBADF;
      left -= now;
    }
  } else if (sink->length < sink->capacity) {
    size_t room = sink->capacity - sink->length;
    __builtin_memset(sink->buffer + sink->length, byte, (size_t)n < room ? (size_t)n : room);
  }
  sink->length += (size_t)n;
}

/* A field with text that may be cut by nothing else: blanks on one side. */
static void print_field(struct pf_sink *sink, const struct pf_format *format, const char *text, size_t n) {
  int64_t fill = (int64_t)format->width - (int64_t)n;
  if (!(format->flags & FORMAT_LEFT)) __pfc_pad(sink, ' ', fill);
  __pfc_emit(sink, text, n);
  if (format->flags & FORMAT_LEFT) __pfc_pad(sink, ' ', fill);
}

static uint64_t print_integer_argument(struct print_arguments *arguments, int length, bool is_signed) {
  switch (length) {
    case LENGTH_HH:
      return is_signed ? (uint64_t)(signed char)va_arg(arguments->list, int) : (unsigned char)va_arg(arguments->list, int);
    case LENGTH_H:
      return is_signed ? (uint64_t)(short)va_arg(arguments->list, int) : (unsigned short)va_arg(arguments->list, int);
    case LENGTH_L:
      return is_signed ? (uint64_t)va_arg(arguments->list, long) : va_arg(arguments->list, unsigned long);
    case LENGTH_LL:
    case LENGTH_J:
      return va_arg(arguments->list, uint64_t);
    case LENGTH_Z:
    case LENGTH_T:
      return is_signed ? (uint64_t)va_arg(arguments->list, ptrdiff_t) : va_arg(arguments->list, size_t);
    default:
      return is_signed ? (uint64_t)va_arg(arguments->list, int) : va_arg(arguments->list, unsigned);
  }
}

/* Of 64 bits in octal, and a little more. */
enum { MOST_DIGITS = 24 };

/*
 * A digit without a branch: which ones a number has would otherwise be decided once per digit, and of a checksum, by questions
 * that no solver answers.
 */
static char print_digit(unsigned digit, bool upper) {
  int beyond = ((int)9 - (int)digit) >> 31;
  return (char)('0' + digit + (unsigned)(beyond & ((upper ? 'A' : 'a') - '0' - 10)));
}

/*
 * Digits written backwards from end, at least so many. How many there are is decided by comparing the value itself, which is far easier
 * to reason about than what is left of it after divisions; and a value that must be small is divided as one of 32 bits.
 */
static char *print_digits(char *end, uint64_t value, unsigned base, bool upper, int64_t least) {
  uint64_t bound = 1; /* the power of base that count digits stay below; 0 where that is above everything */
  int64_t count = 0;
  for (; count < least || (bound && value >= bound); count++) {
    bound = bound && bound <= UINT64_MAX / base ? bound * base : 0;
  }
  for (; count > 0 && (bound == 0 || bound > (uint64_t)1 << 32); count--) {
    *--end = print_digit((unsigned)(value % base), upper);
    value /= base;
    bound = (bound - 1) / base + 1;
  }
  for (uint32_t rest = (uint32_t)value; count > 0; count--) {
    *--end = print_digit(rest % base, upper);
    rest /= base;
  }
  return end;
}

static void print_number(struct pf_sink *sink, const struct pf_format *format, uint64_t magnitude, unsigned base,
                         const char *prefix, size_t prefix_length) {
  char text[MOST_DIGITS];
  int64_t least = format->precision < 0 ? 1 : format->precision;
  bool left = format->flags & FORMAT_LEFT;
  /* Zeros that fill the field are digits like any others; '#' asks for one more zero only where there is none. */
  int64_t filled = !left && (format->flags & FORMAT_ZERO) && format->precision < 0 ? format->width - (int64_t)prefix_length : 0;
  int64_t written = base == 8 && (format->flags & FORMAT_ALTERNATE) ? 0 : filled > least ? filled : least;
  if (written > MOST_DIGITS) written = MOST_DIGITS;
  char *end = text + sizeof text;
  char *start = print_digits(end, magnitude, base, format->flags & FORMAT_UPPER, written);
  int digits = (int)(end - start);
  int64_t zeros = least - (int64_t)digits;
  if (zeros < 0) zeros = 0;
  if (base == 8 && (format->flags & FORMAT_ALTERNATE) && zeros == 0) zeros = digits > 0 || format->precision == 0;
  int64_t fill = (int64_t)format->width - (int64_t)prefix_length - zeros - digits;
  if (!left && (format->flags & FORMAT_ZERO) && format->precision < 0 && fill > 0) {
    zeros += fill;
    fill = 0;
  }
  if (!left) __pfc_pad(sink, ' ', fill);
  __pfc_emit(sink, prefix, prefix_length);
  __pfc_pad(sink, '0', zeros);
  __pfc_emit(sink, start, (size_t)digits);
  if (left) __pfc_pad(sink, ' ', fill);
}

static void print_signed(struct pf_sink *sink, const struct pf_format *format, int64_t value) {
  const char *prefix = value < 0 ? "-" : format->flags & FORMAT_PLUS ? "+" : format->flags & FORMAT_SPACE ? " " : "";
  print_number(sink, format, value < 0 ? 0 - (uint64_t)value : (uint64_t)value, 10, prefix, *prefix ? 1 : 0);
}

static void print_unsigned(struct pf_sink *sink, const struct pf_format *format, uint64_t value) {
  switch (format->conversion) {
    case 'o':
      print_number(sink, format, value, 8, "", 0);
      break;
    case 'u':
      print_number(sink, format, value, 10, "", 0);
      break;
    default: {
      bool prefixed = (format->flags & FORMAT_ALTERNATE) && value != 0;
      print_number(sink, format, value, 16, format->flags & FORMAT_UPPER ? "0X" : "0x", prefixed ? 2 : 0);
    }
  }
}

static void print_pointer(struct pf_sink *sink, const struct pf_format *format, const void *pointer) {
  if (!PF_WASI && !pointer) {
    print_field(sink, format, "(nil)", 5);
    return;
  }
  struct pf_format hexadecimal = *format;
  hexadecimal.conversion = 'x';
  hexadecimal.flags |= FORMAT_ALTERNATE;
  print_unsigned(sink, &hexadecimal, (uintptr_t)pointer);
}

static void print_string(struct pf_sink *sink, const struct pf_format *format, const char *text) {
  if (!text) text = PF_WASI || format->precision < 0 || format->precision >= 6 ? "(null)" : "";
  size_t n = format->precision < 0 ? strlen(text) : strnlen(text, (size_t)format->precision);
  print_field(sink, format, text, n);
}

/* Wide strings: how many bytes, then the bytes, so that the field can be padded on the left. */
static void print_wide_string(struct pf_sink *sink, const struct pf_format *format, const wchar_t *text) {
  if (!text) {
    print_string(sink, format, NULL);
    return;
  }
  char bytes[8];
  size_t limit = format->precision < 0 ? SIZE_MAX : (size_t)format->precision, total = 0, count = 0;
  for (; total < limit && text[count]; count++) {
    size_t n = __pfc_wide_to_bytes(bytes, text[count]);
    if (n == (size_t)-1) {
      sink->error = EILSEQ;
      return;
    }
    if (n > limit - total) break;
    total += n;
  }
  int64_t fill = (int64_t)format->width - (int64_t)total;
  if (!(format->flags & FORMAT_LEFT)) __pfc_pad(sink, ' ', fill);
  for (size_t i = 0; i < count; i++) __pfc_emit(sink, bytes, __pfc_wide_to_bytes(bytes, text[i]));
  if (format->flags & FORMAT_LEFT) __pfc_pad(sink, ' ', fill);
}

static void print_character(struct pf_sink *sink, const struct pf_format *format, struct print_arguments *arguments) {
  char bytes[8];
  size_t n = 1;
  if (format->length == LENGTH_L) {
    n = __pfc_wide_to_bytes(bytes, (wchar_t)va_arg(arguments->list, wint_t));
    if (n == (size_t)-1) {
      sink->error = EILSEQ;
      return;
    }
  } else {
    bytes[0] = (char)va_arg(arguments->list, int);
  }
  print_field(sink, format, bytes, n);
}

static void print_store_count(const struct pf_format *format, void *where, size_t count) {
  switch (format->length) {
    case LENGTH_HH: *(signed char *)where = (signed char)count; break;
    case LENGTH_H: *(short *)where = (short)count; break;
    case LENGTH_L: *(long *)where = (long)count; break;
    case LENGTH_LL:
    case LENGTH_J: *(int64_t *)where = (int64_t)count; break;
    case LENGTH_Z:
    case LENGTH_T: *(size_t *)where = count; break;
    default: *(int *)where = (int)count;
  }
}

static unsigned print_flag(char c) {
  switch (c) {
    case '-': return FORMAT_LEFT;
    case '+': return FORMAT_PLUS;
    case ' ': return FORMAT_SPACE;
    case '#': return FORMAT_ALTERNATE;
    case '0': return FORMAT_ZERO;
    default: return 0;
  }
}

/* A number in the format; too large a one is an overflow of the result. */
static const char *print_parse_number(const char *at, int *number, struct pf_sink *sink) {
  int64_t value = 0;
  for (; pf_is_digit(*at); at++) {
    if (value <= INT_MAX) value = value * 10 + (*at - '0');
  }
  if (value > INT_MAX) {
    sink->error = EOVERFLOW;
    value = 0;
  }
  *number = (int)value;
  return at;
}

static const char *print_parse_length(const char *at, int *length) {
  *length = LENGTH_NONE;
  switch (*at) {
    case 'h':
      *length = at[1] == 'h' ? LENGTH_HH : LENGTH_H;
      return at + (at[1] == 'h' ? 2 : 1);
    case 'l':
      *length = at[1] == 'l' ? LENGTH_LL : LENGTH_L;
      return at + (at[1] == 'l' ? 2 : 1);
    case 'q': *length = LENGTH_LL; break;
    case 'j': *length = LENGTH_J; break;
    case 'z': *length = LENGTH_Z; break;
    case 't': *length = LENGTH_T; break;
    case 'L': *length = LENGTH_LONG_DOUBLE; break;
    default: return at;
  }
  return at + 1;
}

/* A width that is an argument: a negative one is a flag too. */
static void print_set_width(struct pf_format *format, int width, struct pf_sink *sink) {
  if (width < 0) {
    format->flags |= FORMAT_LEFT;
    if (width == INT_MIN) sink->error = EOVERFLOW;
    width = width == INT_MIN ? 0 : -width;
  }
  format->width = width;
}

/* Everything between % and the conversion letter; returns the place after the letter. */
static const char *print_parse(const char *at, struct pf_format *format, struct print_arguments *arguments,
                               struct pf_sink *sink) {
  format->flags = 0;
  for (;; at++) {
    unsigned flag = print_flag(*at);
    if (!flag && *at != '\'') break; /* grouping digits means nothing in the C locale */
    format->flags |= flag;
  }
  format->width = 0;
  format->precision = -1;
  if (*at == '*') {
    at++;
    print_set_width(format, va_arg(arguments->list, int), sink);
  } else {
    at = print_parse_number(at, &format->width, sink);
  }
  if (*at == '.') {
    at++;
    if (*at == '*') {
      at++;
      format->precision = va_arg(arguments->list, int);
      if (format->precision < 0) format->precision = -1;
    } else {
      at = print_parse_number(at, &format->precision, sink);
    }
  }
  at = print_parse_length(at, &format->length);
  format->conversion = *at;
  if ((unsigned)*at - 'A' < 26) format->flags |= FORMAT_UPPER;
  return *at ? at + 1 : at;
}

static void print_convert(struct pf_sink *sink, struct pf_format *format, struct print_arguments *arguments) {
  switch (format->conversion) {
    case 'd':
    case 'i':
      print_signed(sink, format, (int64_t)print_integer_argument(arguments, format->length, true));
      break;
    case 'o':
    case 'u':
    case 'x':
    case 'X':
      print_unsigned(sink, format, print_integer_argument(arguments, format->length, false));
      break;
    case 'C':
      format->length = LENGTH_L;
      print_character(sink, format, arguments);
      break;
    case 'c':
      print_character(sink, format, arguments);
      break;
    case 'S':
      print_wide_string(sink, format, va_arg(arguments->list, const wchar_t *));
      break;
    case 's':
      if (format->length == LENGTH_L) {
        print_wide_string(sink, format, va_arg(arguments->list, const wchar_t *));
      } else {
        print_string(sink, format, va_arg(arguments->list, const char *));
      }
      break;
    case 'm':
      print_string(sink, format, strerror(errno));
      break;
    case 'p':
      print_pointer(sink, format, va_arg(arguments->list, const void *));
      break;
    case 'n':
      print_store_count(format, va_arg(arguments->list, void *), sink->length);
      break;
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
      if (format->length == LENGTH_LONG_DOUBLE) {
        long double value = va_arg(arguments->list, long double);
        __pfc_emit_long_double(sink, format, &value);
      } else {
        __pfc_emit_double(sink, format, va_arg(arguments->list, double));
      }
      break;
    case '%':
      __pfc_emit(sink, "%", 1);
      break;
    default:
      sink->error = EINVAL;
  }
}

/* --- arguments by their numbers: %2$s, %1$*3$d ------------------------------------------------------------------------------ */

enum { MOST_PLACES = 64 };

/* Which arguments a conversion takes, from 1; 0 for none. */
struct print_places {
  int value, width, precision;
};

enum place_kind { PLACE_UNUSED, PLACE_INT, PLACE_LONG, PLACE_64, PLACE_SIZE, PLACE_WIDE, PLACE_DOUBLE, PLACE_LONG_DOUBLE, PLACE_POINTER };

static bool print_is_placed(const char *at) {
  if (!pf_is_digit(*at) || *at == '0') return false;
  while (pf_is_digit(*at)) at++;
  return *at == '$';
}

/* The number of an argument, with its $. */
static const char *print_parse_place(const char *at, int *place, struct pf_sink *sink) {
  at = print_parse_number(at, place, sink);
  if (*at != '$' || *place < 1 || *place > MOST_PLACES) {
    sink->error = EINVAL;
    return at;
  }
  return at + 1;
}

static const char *print_parse_placed(const char *at, struct pf_format *format, struct print_places *places, struct pf_sink *sink) {
  *format = (struct pf_format){.precision = -1};
  *places = (struct print_places){0};
  if (*at != '%') at = print_parse_place(at, &places->value, sink);
  for (;; at++) {
    unsigned flag = print_flag(*at);
    if (!flag && *at != '\'') break;
    format->flags |= flag;
  }
  at = *at == '*' ? print_parse_place(at + 1, &places->width, sink) : print_parse_number(at, &format->width, sink);
  if (*at == '.') {
    at++;
    at = *at == '*' ? print_parse_place(at + 1, &places->precision, sink) : print_parse_number(at, &format->precision, sink);
  }
  at = print_parse_length(at, &format->length);
  format->conversion = *at;
  if ((unsigned)*at - 'A' < 26) format->flags |= FORMAT_UPPER;
  return *at ? at + 1 : at;
}

static enum place_kind print_place_kind(const struct pf_format *format) {
  switch (format->conversion) {
    case 's':
    case 'S':
    case 'p':
    case 'n': return PLACE_POINTER;
    case 'c': return format->length == LENGTH_L ? PLACE_WIDE : PLACE_INT;
    case 'C': return PLACE_WIDE;
    case 'd':
    case 'i':
    case 'o':
    case 'u':
    case 'x':
    case 'X':
      switch (format->length) {
        case LENGTH_L: return PLACE_LONG;
        case LENGTH_LL:
        case LENGTH_J: return PLACE_64;
        case LENGTH_Z:
        case LENGTH_T: return PLACE_SIZE;
        default: return PLACE_INT;
      }
    default: return format->length == LENGTH_LONG_DOUBLE ? PLACE_LONG_DOUBLE : PLACE_DOUBLE;
  }
}

/* Passes by the arguments before one. */
static void print_go_to(struct print_arguments *arguments, const enum place_kind *kinds, int place) {
  for (int i = 0; i < place - 1; i++) {
    switch (kinds[i]) {
      case PLACE_UNUSED: /* glibc takes it for an int, musl refuses the format */
      case PLACE_INT: (void)va_arg(arguments->list, int); break;
      case PLACE_LONG: (void)va_arg(arguments->list, long); break;
      case PLACE_64: (void)va_arg(arguments->list, uint64_t); break;
      case PLACE_SIZE: (void)va_arg(arguments->list, size_t); break;
      case PLACE_WIDE: (void)va_arg(arguments->list, wint_t); break;
      case PLACE_DOUBLE: (void)va_arg(arguments->list, double); break;
      case PLACE_LONG_DOUBLE: (void)va_arg(arguments->list, long double); break;
      case PLACE_POINTER: (void)va_arg(arguments->list, void *); break;
    }
  }
}

static int print_int_at(va_list list, const enum place_kind *kinds, int place) {
  struct print_arguments arguments;
  va_copy(arguments.list, list);
  print_go_to(&arguments, kinds, place);
  int value = va_arg(arguments.list, int);
  va_end(arguments.list);
  return value;
}

static void print_placed(struct pf_sink *sink, const char *format, va_list list) {
  enum place_kind kinds[MOST_PLACES] = {PLACE_UNUSED};
  int last = 0;
  struct pf_format parsed;
  struct print_places places;
  for (const char *at = strchrnul(format, '%'); *at && !sink->error; at = strchrnul(at, '%')) {
    at = print_parse_placed(at + 1, &parsed, &places, sink);
    if (sink->error) break;
    if (places.value && parsed.conversion != 'm') kinds[places.value - 1] = print_place_kind(&parsed);
    if (places.width) kinds[places.width - 1] = PLACE_INT;
    if (places.precision) kinds[places.precision - 1] = PLACE_INT;
    int most = places.value > places.width ? places.value : places.width;
    if (most < places.precision) most = places.precision;
    if (last < most) last = most;
  }
  for (int i = 0; PF_WASI && i < last; i++) {
    if (kinds[i] == PLACE_UNUSED) sink->error = EINVAL;
  }
  while (*format && !sink->error) {
    const char *percent = strchrnul(format, '%');
    __pfc_emit(sink, format, (size_t)(percent - format));
    if (!*percent) break;
    format = print_parse_placed(percent + 1, &parsed, &places, sink);
    if (places.width) print_set_width(&parsed, print_int_at(list, kinds, places.width), sink);
    if (places.precision) parsed.precision = print_int_at(list, kinds, places.precision);
    if (parsed.precision < 0) parsed.precision = -1;
    struct print_arguments arguments;
    va_copy(arguments.list, list);
    print_go_to(&arguments, kinds, places.value);
    if (!sink->error) print_convert(sink, &parsed, &arguments);
    va_end(arguments.list);
  }
}

int __pfc_format(struct pf_sink *sink, const char *format, va_list list) {
  struct print_arguments arguments;
  va_copy(arguments.list, list);
  while (*format && !sink->error) {
    const char *percent = strchrnul(format, '%');
    __pfc_emit(sink, format, (size_t)(percent - format));
    if (!*percent) break;
    if (print_is_placed(percent + 1)) {
      print_placed(sink, percent, list);
      break;
    }
    struct pf_format parsed;
    format = print_parse(percent + 1, &parsed, &arguments, sink);
    if (!sink->error) print_convert(sink, &parsed, &arguments);
  }
  va_end(arguments.list);
  if (sink->error) {
    errno = sink->error;
    return -1;
  }
  return (int)sink->length;
}
