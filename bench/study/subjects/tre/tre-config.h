/* The part of config.h that is installed. */
#include "config.h"
