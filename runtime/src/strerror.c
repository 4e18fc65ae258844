/* Texts of error numbers and signals, in the wording of the library whose headers the target uses. */
#include "internal.h"

#if PF_WASI
static const char *const strerror_texts[] = {
    [0] = "Success",
    [1] = "Argument list too long",
    [2] = "Permission denied",
    [3] = "Address in use",
    [4] = "Address not available",
    [5] = "Address family not supported by protocol",
    [6] = "Resource temporarily unavailable",
    [7] = "Operation already in progress",
    [8] = "Bad file descriptor",
    [9] = "Bad message",
    [10] = "Resource busy",
    [11] = "Operation canceled",
    [12] = "No child process",
    [13] = "Connection aborted",
    [14] = "Connection refused",
    [15] = "Connection reset by peer",
    [16] = "Resource deadlock would occur",
    [17] = "Destination address required",
    [18] = "Domain error",
    [19] = "Quota exceeded",
    [20] = "File exists",
    [21] = "Bad address",
    [22] = "File too large",
    [23] = "Host is unreachable",
    [24] = "Identifier removed",
    [25] = "Illegal byte sequence",
    [26] = "Operation in progress",
    [27] = "Interrupted system call",
    [28] = "Invalid argument",
    [29] = "I/O error",
    [30] = "Socket is connected",
    [31] = "Is a directory",
    [32] = "Symbolic link loop",
    [33] = "No file descriptors available",
    [34] = "Too many links",
    [35] = "Message too large",
    [36] = "Multihop attempted",
    [37] = "Filename too long",
    [38] = "Network is down",
    [39] = "Connection reset by network",
    [40] = "Network unreachable",
    [41] = "Too many open files in system",
    [42] = "No buffer space available",
    [43] = "No such device",
    [44] = "No such file or directory",
    [45] = "Exec format error",
    [46] = "No locks available",
    [47] = "Link has been severed",
    [48] = "Out of memory",
    [49] = "No message of desired type",
    [50] = "Protocol not available",
    [51] = "No space left on device",
    [52] = "Function not implemented",
    [53] = "Socket not connected",
    [54] = "Not a directory",
    [55] = "Directory not empty",
    [56] = "State not recoverable",
    [57] = "Not a socket",
    [58] = "Not supported",
    [59] = "Not a tty",
    [60] = "No such device or address",
    [61] = "Value too large for data type",
    [62] = "Previous owner died",
    [63] = "Operation not permitted",
    [64] = "Broken pipe",
    [65] = "Protocol error",
    [66] = "Protocol not supported",
    [67] = "Protocol wrong type for socket",
    [68] = "Result not representable",
    [69] = "Read-only file system",
    [70] = "Invalid seek",
    [71] = "No such process",
    [72] = "Stale file handle",
    [73] = "Operation timed out",
    [74] = "Text file busy",
    [75] = "Cross-device link",
    [76] = "Capabilities insufficient",
};
#else
static const char *const strerror_texts[] = {
    [0] = "Success",
    [1] = "Operation not permitted",
    [2] = "No such file or directory",
    [3] = "No such process",
    [4] = "Interrupted system call",
    [5] = "Input/output error",
    [6] = "No such device or address",
    [7] = "Argument list too long",
    [8] = "Exec format error",
    [9] = "Bad file descriptor",
    [10] = "No child processes",
    [11] = "Resource temporarily unavailable",
    [12] = "Cannot allocate memory",
    [13] = "Permission denied",
    [14] = "Bad address",
    [15] = "Block device required",
    [16] = "Device or resource busy",
    [17] = "File exists",
    [18] = "Invalid cross-device link",
    [19] = "No such device",
    [20] = "Not a directory",
    [21] = "Is a directory",
    [22] = "Invalid argument",
    [23] = "Too many open files in system",
    [24] = "Too many open files",
    [25] = "Inappropriate ioctl for device",
    [26] = "Text file busy",
    [27] = "File too large",
    [28] = "No space left on device",
    [29] = "Illegal seek",
    [30] = "Read-only file system",
    [31] = "Too many links",
    [32] = "Broken pipe",
    [33] = "Numerical argument out of domain",
    [34] = "Numerical result out of range",
    [35] = "Resource deadlock avoided",
    [36] = "File name too long",
    [37] = "No locks available",
    [38] = "Function not implemented",
    [39] = "Directory not empty",
    [40] = "Too many levels of symbolic links",
    [42] = "No message of desired type",
    [43] = "Identifier removed",
    [44] = "Channel number out of range",
    [45] = "Level 2 not synchronized",
    [46] = "Level 3 halted",
    [47] = "Level 3 reset",
    [48] = "Link number out of range",
    [49] = "Protocol driver not attached",
    [50] = "No CSI structure available",
    [51] = "Level 2 halted",
    [52] = "Invalid exchange",
    [53] = "Invalid request descriptor",
    [54] = "Exchange full",
    [55] = "No anode",
    [56] = "Invalid request code",
    [57] = "Invalid slot",
    [59] = "Bad font file format",
    [60] = "Device not a stream",
    [61] = "No data available",
    [62] = "Timer expired",
    [63] = "Out of streams resources",
    [64] = "Machine is not on the network",
    [65] = "Package not installed",
    [66] = "Object is remote",
    [67] = "Link has been severed",
    [68] = "Advertise error",
    [69] = "Srmount error",
    [70] = "Communication error on send",
    [71] = "Protocol error",
    [72] = "Multihop attempted",
    [73] = "RFS specific error",
    [74] = "Bad message",
    [75] = "Value too large for defined data type",
    [76] = "Name not unique on network",
    [77] = "File descriptor in bad state",
    [78] = "Remote address changed",
    [79] = "Can not access a needed shared library",
    [80] = "Accessing a corrupted shared library",
    [81] = ".lib section in a.out corrupted",
    [82] = "Attempting to link in too many shared libraries",
    [83] = "Cannot exec a shared library directly",
    [84] = "Invalid or incomplete multibyte or wide character",
    [85] = "Interrupted system call should be restarted",
    [86] = "Streams pipe error",
    [87] = "Too many users",
    [88] = "Socket operation on non-socket",
    [89] = "Destination address required",
    [90] = "Message too long",
    [91] = "Protocol wrong type for socket",
    [92] = "Protocol not available",
    [93] = "Protocol not supported",
    [94] = "Socket type not supported",
    [95] = "Operation not supported",
    [96] = "Protocol family not supported",
    [97] = "Address family not supported by protocol",
    [98] = "Address already in use",
    [99] = "Cannot assign requested address",
    [100] = "Network is down",
    [101] = "Network is unreachable",
    [102] = "Network dropped connection on reset",
    [103] = "Software caused connection abort",
    [104] = "Connection reset by peer",
    [105] = "No buffer space available",
    [106] = "Transport endpoint is already connected",
    [107] = "Transport endpoint is not connected",
    [108] = "Cannot send after transport endpoint shutdown",
    [109] = "Too many references: cannot splice",
    [110] = "Connection timed out",
    [111] = "Connection refused",
    [112] = "Host is down",
    [113] = "No route to host",
    [114] = "Operation already in progress",
    [115] = "Operation now in progress",
    [116] = "Stale file handle",
    [117] = "Structure needs cleaning",
    [118] = "Not a XENIX named type file",
    [119] = "No XENIX semaphores available",
    [120] = "Is a named type file",
    [121] = "Remote I/O error",
    [122] = "Disk quota exceeded",
    [123] = "No medium found",
    [124] = "Wrong medium type",
    [125] = "Operation canceled",
    [126] = "Required key not available",
    [127] = "Key has expired",
    [128] = "Key has been revoked",
    [129] = "Key was rejected by service",
    [130] = "Owner died",
    [131] = "State not recoverable",
    [132] = "Operation not possible due to RF-kill",
    [133] = "Memory page has hardware error",
};
#endif

enum { STRERROR_COUNT = sizeof strerror_texts / sizeof *strerror_texts };

static char strerror_unknown[32];

char *strerror(int number) {
  if (number >= 0 && number < STRERROR_COUNT && strerror_texts[number]) return (char *)strerror_texts[number];
  if (PF_WASI) return (char *)strerror_texts[0];
  snprintf(strerror_unknown, sizeof strerror_unknown, "Unknown error %d", number);
  return strerror_unknown;
}

char *strerror_l(int number, void *locale) {
  (void)locale;
  return strerror(number);
}

static int strerror_copy(const char *text, char *buffer, size_t size) {
  size_t n = strlen(text);
  if (n < size) {
    __builtin_memcpy(buffer, text, n + 1);
    return 0;
  }
  if (size > 0) {
    __builtin_memcpy(buffer, text, size - 1);
    buffer[size - 1] = 0;
  }
  return ERANGE;
}

/* POSIX returns a status and fills the buffer; glibc's default headers declare one that returns the text itself. */
#if PF_WASI
int strerror_r(int number, char *buffer, size_t size) { return strerror_copy(strerror(number), buffer, size); }
#else
char *strerror_r(int number, char *buffer, size_t size) {
  (void)buffer, (void)size;
  return strerror(number);
}
#endif

int __xpg_strerror_r(int number, char *buffer, size_t size) { return strerror_copy(strerror(number), buffer, size); }

static const char *const strerror_signals[] = {
    [1] = "Hangup",
    [2] = "Interrupt",
    [3] = "Quit",
    [4] = "Illegal instruction",
    [5] = "Trace/breakpoint trap",
    [6] = "Aborted",
    [7] = "Bus error",
    [8] = PF_WASI ? "Arithmetic exception" : "Floating point exception",
    [9] = "Killed",
    [10] = "User defined signal 1",
    [11] = "Segmentation fault",
    [12] = "User defined signal 2",
    [13] = "Broken pipe",
    [14] = "Alarm clock",
    [15] = "Terminated",
};

char *strsignal(int number) {
  int count = sizeof strerror_signals / sizeof *strerror_signals;
  if (number >= 0 && number < count && strerror_signals[number]) return (char *)strerror_signals[number];
  return PF_WASI ? "Unknown signal" : "Unknown signal number";
}
