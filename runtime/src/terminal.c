/* Terminals: there is none. Whatever asks a descriptor about one is told so. */
#include "files.h"

static int terminal_none(int descriptor) { return __pfc_open_file(descriptor) ? pf_fail(ENOTTY) : -1; }

int isatty(int descriptor) {
  terminal_none(descriptor);
  return 0;
}

int __isatty(int descriptor) { return isatty(descriptor); }

char *ttyname(int descriptor) {
  terminal_none(descriptor);
  return NULL;
}

int ttyname_r(int descriptor, char *buffer, size_t size) {
  (void)buffer, (void)size;
  terminal_none(descriptor);
  return errno;
}

char *ctermid(char *buffer) {
  static char name[] = "/dev/tty";
  if (!buffer) return name;
  __builtin_memcpy(buffer, name, sizeof name);
  return buffer;
}

struct termios {
  unsigned input, output, control, local;
  unsigned char line, characters[32];
  unsigned input_speed, output_speed;
};

int tcgetattr(int descriptor, struct termios *settings) { return (void)settings, terminal_none(descriptor); }
int tcsetattr(int descriptor, int when, const struct termios *settings) { return (void)when, (void)settings, terminal_none(descriptor); }
int tcsendbreak(int descriptor, int duration) { return (void)duration, terminal_none(descriptor); }
int tcdrain(int descriptor) { return terminal_none(descriptor); }
int tcflush(int descriptor, int queue) { return (void)queue, terminal_none(descriptor); }
int tcflow(int descriptor, int action) { return (void)action, terminal_none(descriptor); }
pid_t tcgetpgrp(int descriptor) { return terminal_none(descriptor); }
int tcsetpgrp(int descriptor, pid_t group) { return (void)group, terminal_none(descriptor); }
pid_t tcgetsid(int descriptor) { return terminal_none(descriptor); }

unsigned cfgetispeed(const struct termios *settings) { return settings->control & 0x100f; }
unsigned cfgetospeed(const struct termios *settings) { return settings->control & 0x100f; }

int cfsetospeed(struct termios *settings, unsigned speed) {
  if (speed & ~0x100fu) return pf_fail(EINVAL);
  settings->control = (settings->control & ~0x100fu) | speed;
  return 0;
}

int cfsetispeed(struct termios *settings, unsigned speed) { return speed ? cfsetospeed(settings, speed) : 0; }
int cfsetspeed(struct termios *settings, unsigned speed) { return cfsetospeed(settings, speed); }

void cfmakeraw(struct termios *settings) {
  settings->input &= ~02753u;
  settings->output &= ~01u;
  settings->local &= ~0100113u;
  settings->control = (settings->control & ~0460u) | 060;
  settings->characters[6] = 1;
  settings->characters[5] = 0;
}

int ioctl(int descriptor, unsigned long request, ...) {
  enum { BYTES_TO_READ = PF_WASI ? 1 : 0x541b };
  struct pf_open_file *file = __pfc_open_file(descriptor);
  if (!file) return -1;
  if (request != BYTES_TO_READ) return pf_fail(ENOTTY);
  va_list arguments;
  va_start(arguments, request);
  int *count = va_arg(arguments, int *);
  va_end(arguments);
  *count = (int)(file->node->size - (size_t)(pf_is(file->node, S_IFREG) ? file->position : 0));
  return 0;
}
