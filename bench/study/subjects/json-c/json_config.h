/* What cmake would find out. */
#define JSON_C_HAVE_INTTYPES_H 1
