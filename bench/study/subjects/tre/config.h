/* What configure would find out, for patterns of bytes. */
#define HAVE_REG_ERRCODE_T 1
#define HAVE_SYS_TYPES_H 1
#define TRE_REGEX_T_FIELD value
#define TRE_VERSION "0"
#define TRE_VERSION_1 0
#define TRE_VERSION_2 0
#define TRE_VERSION_3 0
