/* The build copies the headers of src/api to a folder of this name. */
#include <api/yajl_common.h>
