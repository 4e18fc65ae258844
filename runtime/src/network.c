/*
 * A machine without a network: there are no sockets, so no descriptor is one, and no names of hosts or services. What only computes
 * (addresses as text, byte order) is all there.
 */
#include "files.h"

unsigned long strtoul(const char *restrict text, char **restrict end, int base);

enum { NOT_A_SOCKET = PF_WASI ? 57 : 88, ADDRESS_4 = PF_WASI ? 1 : 2, ADDRESS_6 = PF_WASI ? 2 : 10 };

static int network_none(int descriptor) { return __pfc_open_file(descriptor) ? pf_fail(NOT_A_SOCKET) : -1; }

int connect(int s, const void *address, unsigned size) { return (void)address, (void)size, network_none(s); }
int bind(int s, const void *address, unsigned size) { return (void)address, (void)size, network_none(s); }
int listen(int s, int backlog) { return (void)backlog, network_none(s); }
int accept(int s, void *address, unsigned *size) { return (void)address, (void)size, network_none(s); }
int accept4(int s, void *address, unsigned *size, int flags) { return (void)address, (void)size, (void)flags, network_none(s); }
int shutdown(int s, int how) { return (void)how, network_none(s); }
int getsockname(int s, void *address, unsigned *size) { return (void)address, (void)size, network_none(s); }
int getpeername(int s, void *address, unsigned *size) { return (void)address, (void)size, network_none(s); }
int getsockopt(int s, int level, int name, void *value, unsigned *size) {
  return (void)level, (void)name, (void)value, (void)size, network_none(s);
}
int setsockopt(int s, int level, int name, const void *value, unsigned size) {
  return (void)level, (void)name, (void)value, (void)size, network_none(s);
}
ssize_t send(int s, const void *bytes, size_t n, int flags) { return (void)bytes, (void)n, (void)flags, network_none(s); }
ssize_t recv(int s, void *bytes, size_t n, int flags) { return (void)bytes, (void)n, (void)flags, network_none(s); }
ssize_t __recv_chk(int s, void *bytes, size_t n, size_t room, int flags) { return (void)room, recv(s, bytes, n, flags); }
ssize_t sendto(int s, const void *bytes, size_t n, int flags, const void *address, unsigned size) {
  return (void)address, (void)size, send(s, bytes, n, flags);
}
ssize_t recvfrom(int s, void *bytes, size_t n, int flags, void *address, unsigned *size) {
  return (void)address, (void)size, recv(s, bytes, n, flags);
}
ssize_t sendmsg(int s, const void *message, int flags) { return (void)message, (void)flags, network_none(s); }
ssize_t recvmsg(int s, void *message, int flags) { return (void)message, (void)flags, network_none(s); }
int sockatmark(int s) { return network_none(s); }

/* --- names ---------------------------------------------------------------------------------------------------------------- */

static int network_error;
int *__h_errno_location(void) { return &network_error; }
const char *hstrerror(int error) { return error == 0 ? "Resolver Error 0 (no error)" : "Unknown host"; }

int fprintf(FILE *restrict stream, const char *restrict format, ...);
void herror(const char *text) { fprintf(stderr, "%s%s%s\n", text ? text : "", text && *text ? ": " : "", hstrerror(network_error)); }

static void *network_unknown(void) {
  enum { HOST_NOT_FOUND = 1 };
  network_error = HOST_NOT_FOUND;
  return NULL;
}

void *gethostbyaddr(const void *address, unsigned size, int family) { return __pf_absent("gethostbyaddr"), (void)address, (void)size, (void)family, network_unknown(); }
void *gethostbyname2(const char *name, int family) { return __pf_absent("gethostbyname2"), (void)name, (void)family, network_unknown(); }
void *gethostent(void) { return network_unknown(); }
void sethostent(int stay) { (void)stay; }
void endhostent(void) {}
void *getservbyname(const char *name, const char *protocol) { return __pf_absent("getservbyname"), (void)name, (void)protocol, NULL; }
void *getservbyport(int port, const char *protocol) { return __pf_absent("getservbyport"), (void)port, (void)protocol, NULL; }
void *getservent(void) { return NULL; }
void setservent(int stay) { (void)stay; }
void endservent(void) {}
void *getprotobyname(const char *name) { return __pf_absent("getprotobyname"), (void)name, NULL; }
void *getprotobynumber(int number) { return __pf_absent("getprotobynumber"), (void)number, NULL; }
void *getprotoent(void) { return NULL; }
void setprotoent(int stay) { (void)stay; }
void endprotoent(void) {}
void *getnetbyname(const char *name) { return (void)name, network_unknown(); }
void *getnetent(void) { return NULL; }
void *getnetbyaddr(uint32_t net, int family) { return (void)net, (void)family, network_unknown(); }
void setnetent(int stay) { (void)stay; }
void endnetent(void) {}
int getnameinfo(const void *address, unsigned size, char *host, unsigned host_size, char *service, unsigned service_size, int flags) {
  __pf_absent("getnameinfo");
  (void)address, (void)size, (void)host, (void)host_size, (void)service, (void)service_size, (void)flags;
  return -2;
}
unsigned if_nametoindex(const char *name) { return (void)name, errno = ENODEV, 0; }
char *if_indextoname(unsigned index, char *name) { return (void)index, (void)name, errno = ENXIO, NULL; }
void *if_nameindex(void) { return errno = ENOSYS, NULL; }
void if_freenameindex(void *list) { (void)list; }
int getifaddrs(void **list) { return __pf_absent("getifaddrs"), *list = NULL, 0; }
void freeifaddrs(void *list) { (void)list; }

/* --- byte order ----------------------------------------------------------------------------------------------------------- */

uint32_t htonl(uint32_t value) { return __builtin_bswap32(value); }
uint32_t ntohl(uint32_t value) { return __builtin_bswap32(value); }
uint16_t htons(uint16_t value) { return __builtin_bswap16(value); }
uint16_t ntohs(uint16_t value) { return __builtin_bswap16(value); }

/* --- addresses as text ------------------------------------------------------------------------------------------------------ */

const unsigned char in6addr_any[16] = {0};
const unsigned char in6addr_loopback[16] = {[15] = 1};

/* One to four numbers in C's notation; the last fills the bytes that are left. */
int inet_aton(const char *text, uint32_t *address) {
  uint32_t parts[4], value = 0;
  int count = 0;
  for (;; text++) {
    char *end;
    if (!pf_is_digit(*text)) return 0;
    unsigned long part = strtoul(text, &end, 0);
    if (end == text || part > UINT32_MAX) return 0;
    parts[count++] = (uint32_t)part;
    text = end;
    if (*text != '.') break;
    if (count == 4) return 0;
  }
  if (*text && !pf_is_space(*text)) return 0;
  for (int i = 0; i < count - 1; i++) {
    if (parts[i] > 255) return 0;
    value |= parts[i] << (24 - 8 * i);
  }
  if (count > 1 && parts[count - 1] >> (8 * (5 - count))) return 0;
  if (address) *address = htonl(value | parts[count - 1]);
  return 1;
}

uint32_t inet_addr(const char *text) {
  uint32_t address;
  return inet_aton(text, &address) ? address : UINT32_MAX;
}

static int network_parse_4(const char *text, unsigned char *bytes) {
  for (int i = 0; i < 4; i++) {
    int value = 0, digits = 0;
    for (; pf_is_digit(*text); text++, digits++) {
      if (digits > 0 && value == 0) return 0;
      value = value * 10 + (*text - '0');
      if (value > 255) return 0;
    }
    if (digits == 0 || *text != (i < 3 ? '.' : 0)) return 0;
    bytes[i] = (unsigned char)value;
    text++;
  }
  return 1;
}

static int network_parse_6(const char *text, unsigned char *bytes) {
  unsigned char found[16];
  int filled = 0, gap = -1;
  if (*text == ':' && *++text != ':') return 0;
  for (;;) {
    if (*text == ':' && gap < 0) {
      gap = filled;
      text++;
      if (!*text) break;
    }
    const char *start = text;
    unsigned value = 0;
    for (; pf_digit_value(*text) < 16; text++) {
      value = value << 4 | pf_digit_value(*text);
      if (text - start >= 4) return 0;
    }
    if (*text == '.' && filled <= 12 && network_parse_4(start, found + filled)) {
      filled += 4;
      break;
    }
    if (text == start || filled == 16) return 0;
    found[filled++] = (unsigned char)(value >> 8);
    found[filled++] = (unsigned char)value;
    if (!*text) break;
    if (*text++ != ':' || !*text) return 0;
  }
  if (gap < 0 ? filled != 16 : filled == 16) return 0;
  __builtin_memset(bytes, 0, 16);
  int before = gap < 0 ? 16 : gap;
  for (int i = 0; i < before; i++) bytes[i] = found[i];
  for (int i = before; i < filled; i++) bytes[16 - filled + i] = found[i];
  return 1;
}

int inet_pton(int family, const char *restrict text, void *restrict address) {
  unsigned char bytes[16];
  if (family != ADDRESS_4 && family != ADDRESS_6) return pf_fail(EAFNOSUPPORT);
  if (!(family == ADDRESS_4 ? network_parse_4(text, bytes) : network_parse_6(text, bytes))) return 0;
  __builtin_memcpy(address, bytes, family == ADDRESS_4 ? 4 : 16);
  return 1;
}

static int network_print_4(char *text, size_t size, const unsigned char *b) {
  return snprintf(text, size, "%u.%u.%u.%u", b[0], b[1], b[2], b[3]);
}

/* The longest run of two or more zeros, the first of equals, is left out. */
static int network_print_6(char *text, size_t size, const unsigned char *b) {
  int best = -1, best_length = 1, at = 0;
  for (int i = 0, run = 0; i < 8; i++) {
    run = b[2 * i] || b[2 * i + 1] ? 0 : run + 1;
    if (run <= best_length) continue;
    best_length = run;
    best = i - run + 1;
  }
  for (int i = 0; i < 8; i++) {
    if (i == best) {
      text[at++] = ':';
      if (i + best_length == 8) text[at++] = ':';
      i += best_length - 1;
      continue;
    }
    if (i > 0) text[at++] = ':';
    bool embedded = i == 6 && best == 0 && (best_length == 6 || (best_length == 5 && b[10] == 0xff && b[11] == 0xff));
    if (embedded) return at + network_print_4(text + at, size - (size_t)at, b + 12);
    at += snprintf(text + at, size - (size_t)at, "%x", b[2 * i] << 8 | b[2 * i + 1]);
  }
  text[at] = 0;
  return at;
}

const char *inet_ntop(int family, const void *restrict address, char *restrict text, unsigned size) {
  enum { NO_SPACE = PF_WASI ? 51 : 28 };
  char found[64];
  if (family != ADDRESS_4 && family != ADDRESS_6) return errno = EAFNOSUPPORT, NULL;
  int n = family == ADDRESS_4 ? network_print_4(found, sizeof found, address) : network_print_6(found, sizeof found, address);
  if ((unsigned)n >= size) return errno = NO_SPACE, NULL;
  return memcpy(text, found, (size_t)n + 1);
}

char *inet_ntoa(uint32_t address) {
  static char text[16];
  network_print_4(text, sizeof text, (const unsigned char *)&address);
  return text;
}
