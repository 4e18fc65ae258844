/* Made by configure otherwise. */
#include <stdint.h>
