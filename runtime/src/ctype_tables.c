/*
 * The tables behind glibc's inline isalpha, tolower and so on: 384 entries, for characters -128 to 255, each class one bit.
 * Only programs compiled against glibc's headers ask for them.
 */
#include "internal.h"

#if !PF_WASI

static const unsigned short ctype_class_table[384] = {
    [128] = 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002,
    [136] = 0x0002, 0x2003, 0x2002, 0x2002, 0x2002, 0x2002, 0x0002, 0x0002,
    [144] = 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002,
    [152] = 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002,
    [160] = 0x6001, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004,
    [168] = 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004,
    [176] = 0xd808, 0xd808, 0xd808, 0xd808, 0xd808, 0xd808, 0xd808, 0xd808,
    [184] = 0xd808, 0xd808, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004,
    [192] = 0xc004, 0xd508, 0xd508, 0xd508, 0xd508, 0xd508, 0xd508, 0xc508,
    [200] = 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508,
    [208] = 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508,
    [216] = 0xc508, 0xc508, 0xc508, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004,
    [224] = 0xc004, 0xd608, 0xd608, 0xd608, 0xd608, 0xd608, 0xd608, 0xc608,
    [232] = 0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608,
    [240] = 0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608,
    [248] = 0xc608, 0xc608, 0xc608, 0xc004, 0xc004, 0xc004, 0xc004, 0x0002};

#define CTYPE_SAME_4(c) (c), (c) + 1, (c) + 2, (c) + 3
#define CTYPE_SAME_16(c) CTYPE_SAME_4(c), CTYPE_SAME_4((c) + 4), CTYPE_SAME_4((c) + 8), CTYPE_SAME_4((c) + 12)
#define CTYPE_SAME_64(c) CTYPE_SAME_16(c), CTYPE_SAME_16((c) + 16), CTYPE_SAME_16((c) + 32), CTYPE_SAME_16((c) + 48)
#define CTYPE_SAME_26(c) CTYPE_SAME_16(c), CTYPE_SAME_4((c) + 16), CTYPE_SAME_4((c) + 20), (c) + 24, (c) + 25
/* Characters -128 to -1 convert like 128 to 255, except -1, which is EOF. */
#define CTYPE_NEGATIVE                                                                                            \
  CTYPE_SAME_64(128), CTYPE_SAME_16(192), CTYPE_SAME_16(208), CTYPE_SAME_16(224), CTYPE_SAME_4(240), CTYPE_SAME_4(244), \
      CTYPE_SAME_4(248), 252, 253, 254, -1

static const int ctype_lower_table[384] = {
    CTYPE_NEGATIVE,     CTYPE_SAME_64(0),   '@',
    CTYPE_SAME_26('a'), '[', '\\', ']', '^', '_', '`',
    CTYPE_SAME_26('a'), '{', '|', '}', '~', 127,
    CTYPE_SAME_64(128), CTYPE_SAME_64(192)};

static const int ctype_upper_table[384] = {
    CTYPE_NEGATIVE,     CTYPE_SAME_64(0),   '@',
    CTYPE_SAME_26('A'), '[', '\\', ']', '^', '_', '`',
    CTYPE_SAME_26('A'), '{', '|', '}', '~', 127,
    CTYPE_SAME_64(128), CTYPE_SAME_64(192)};

static const unsigned short *ctype_class_pointer = ctype_class_table + 128;
static const int *ctype_lower_pointer = ctype_lower_table + 128;
static const int *ctype_upper_pointer = ctype_upper_table + 128;

const unsigned short **__ctype_b_loc(void) { return &ctype_class_pointer; }
const int **__ctype_tolower_loc(void) { return &ctype_lower_pointer; }
const int **__ctype_toupper_loc(void) { return &ctype_upper_pointer; }

#endif
