/* Conversion between character sets: ASCII, Latin 1, and UTF-8, 16 and 32. */
#include "internal.h"

enum iconv_set { ICONV_ASCII, ICONV_LATIN1, ICONV_UTF8, ICONV_UTF16LE, ICONV_UTF16BE, ICONV_UTF32LE, ICONV_UTF32BE, ICONV_UNKNOWN };

struct iconv_conversion {
  enum iconv_set from, to;
};

int strcasecmp(const char *left, const char *right);

static enum iconv_set iconv_named(const char *name) {
  static const struct {
    char name[16];
    enum iconv_set set;
  } names[] = {{"ASCII", ICONV_ASCII},      {"US-ASCII", ICONV_ASCII},   {"ANSI_X3.4-1968", ICONV_ASCII}, {"646", ICONV_ASCII},
               {"C", ICONV_ASCII},          {"ISO-8859-1", ICONV_LATIN1}, {"ISO8859-1", ICONV_LATIN1},     {"LATIN1", ICONV_LATIN1},
               {"UTF-8", ICONV_UTF8},       {"UTF8", ICONV_UTF8},        {"UTF-16LE", ICONV_UTF16LE},     {"UTF-16BE", ICONV_UTF16BE},
               {"UTF-32LE", ICONV_UTF32LE}, {"UCS-4LE", ICONV_UTF32LE},  {"UTF-32BE", ICONV_UTF32BE},     {"WCHAR_T", ICONV_UTF32LE}};
  size_t length = (size_t)(strchrnul(name, '/') - name); /* //TRANSLIT and //IGNORE change nothing */
  char plain[16];
  if (length == 0) return ICONV_ASCII;
  if (length >= sizeof plain) return ICONV_UNKNOWN;
  __builtin_memcpy(plain, name, length);
  plain[length] = 0;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (strcasecmp(plain, names[i].name) == 0) return names[i].set;
  }
  return ICONV_UNKNOWN;
}

void *iconv_open(const char *to, const char *from) {
  struct iconv_conversion *conversion, wanted = {.from = iconv_named(from), .to = iconv_named(to)};
  if (wanted.from == ICONV_UNKNOWN || wanted.to == ICONV_UNKNOWN) {
    errno = EINVAL;
    return (void *)-1;
  }
  conversion = malloc(sizeof *conversion);
  if (!conversion) return (void *)-1;
  *conversion = wanted;
  return conversion;
}

int iconv_close(void *conversion) {
  free(conversion);
  return 0;
}

enum { ICONV_INVALID = -1, ICONV_INCOMPLETE = -2, ICONV_NO_ROOM = -3 };

static int iconv_decode_utf8(const unsigned char *in, size_t left, uint32_t *c) {
  static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
  if (in[0] < 0x80) return *c = in[0], 1;
  int length = in[0] >= 0xc2 && in[0] < 0xe0 ? 2 : in[0] >= 0xe0 && in[0] < 0xf0 ? 3 : in[0] >= 0xf0 && in[0] < 0xf8 ? 4 : 0;
  if (length == 0) return ICONV_INVALID;
  *c = in[0] & (0x7fu >> length);
  for (int i = 1; i < length; i++) {
    if ((size_t)i >= left) return ICONV_INCOMPLETE;
    if ((in[i] & 0xc0) != 0x80) return ICONV_INVALID;
    *c = *c << 6 | (in[i] & 0x3fu);
  }
  return *c < smallest[length] || *c - 0xd800 < 0x800 || *c > 0x10ffff ? ICONV_INVALID : length;
}

static uint32_t iconv_unit(const unsigned char *in, int bytes, bool big) {
  uint32_t value = 0;
  for (int i = 0; i < bytes; i++) value |= (uint32_t)in[big ? bytes - 1 - i : i] << 8 * i;
  return value;
}

/* How many bytes the next character takes, or why there is none. */
static int iconv_decode(enum iconv_set set, const unsigned char *in, size_t left, uint32_t *c) {
  bool big = set == ICONV_UTF16BE || set == ICONV_UTF32BE;
  switch (set) {
    case ICONV_ASCII:
      return *c = in[0], in[0] < 0x80 ? 1 : ICONV_INVALID;
    case ICONV_LATIN1:
      return *c = in[0], 1;
    case ICONV_UTF8:
      return iconv_decode_utf8(in, left, c);
    case ICONV_UTF16LE:
    case ICONV_UTF16BE:
      if (left < 2) return ICONV_INCOMPLETE;
      *c = iconv_unit(in, 2, big);
      if (*c - 0xdc00 < 0x400) return ICONV_INVALID;
      if (*c - 0xd800 >= 0x400) return 2;
      if (left < 4) return ICONV_INCOMPLETE;
      uint32_t low = iconv_unit(in + 2, 2, big);
      if (low - 0xdc00 >= 0x400) return ICONV_INVALID;
      *c = 0x10000 + ((*c - 0xd800) << 10) + (low - 0xdc00);
      return 4;
    default:
      if (left < 4) return ICONV_INCOMPLETE;
      *c = iconv_unit(in, 4, big);
      return *c - 0xd800 < 0x800 || *c > 0x10ffff ? ICONV_INVALID : 4;
  }
}

static void iconv_put_unit(unsigned char *out, uint32_t value, int bytes, bool big) {
  for (int i = 0; i < bytes; i++) out[big ? bytes - 1 - i : i] = (unsigned char)(value >> 8 * i);
}

static int iconv_encode(enum iconv_set set, unsigned char *out, size_t room, uint32_t c) {
  bool big = set == ICONV_UTF16BE || set == ICONV_UTF32BE;
  int length = 1;
  switch (set) {
    case ICONV_ASCII:
    case ICONV_LATIN1:
      if (room < 1) return ICONV_NO_ROOM;
      if (c > (set == ICONV_ASCII ? 0x7fu : 0xffu)) return ICONV_INVALID;
      out[0] = (unsigned char)c;
      return 1;
    case ICONV_UTF8:
      length = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
      if (room < (size_t)length) return ICONV_NO_ROOM;
      if (length == 1) return out[0] = (unsigned char)c, 1;
      for (int i = length - 1; i > 0; i--, c >>= 6) out[i] = (unsigned char)(0x80 | (c & 0x3f));
      out[0] = (unsigned char)((0xf00u >> length & 0xff) | c);
      return length;
    case ICONV_UTF16LE:
    case ICONV_UTF16BE:
      length = c < 0x10000 ? 2 : 4;
      if (room < (size_t)length) return ICONV_NO_ROOM;
      if (length == 4) {
        iconv_put_unit(out, 0xd800 + ((c - 0x10000) >> 10), 2, big);
        iconv_put_unit(out + 2, 0xdc00 + ((c - 0x10000) & 0x3ff), 2, big);
      } else {
        iconv_put_unit(out, c, 2, big);
      }
      return length;
    default:
      if (room < 4) return ICONV_NO_ROOM;
      iconv_put_unit(out, c, 4, big);
      return 4;
  }
}

size_t iconv(void *handle, char **restrict in, size_t *restrict in_left, char **restrict out, size_t *restrict out_left) {
  const struct iconv_conversion *conversion = handle;
  if (!in || !*in) return 0; /* no shift states */
  while (*in_left > 0) {
    uint32_t c;
    int taken = iconv_decode(conversion->from, (unsigned char *)*in, *in_left, &c);
    int put = taken < 0 ? taken : iconv_encode(conversion->to, (unsigned char *)*out, *out_left, c);
    if (put < 0) {
      errno = put == ICONV_INVALID ? EILSEQ : put == ICONV_INCOMPLETE ? EINVAL : E2BIG;
      return (size_t)-1;
    }
    *in += taken;
    *in_left -= (size_t)taken;
    *out += put;
    *out_left -= (size_t)put;
  }
  return 0;
}
