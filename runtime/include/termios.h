/* Terminals, where the target's own headers have none. */
#if __has_include_next(<termios.h>)
#include_next <termios.h>
#else
#ifndef PATHFOLD_TERMIOS_H
#define PATHFOLD_TERMIOS_H
#include <sys/types.h>

typedef unsigned char cc_t;
typedef unsigned speed_t, tcflag_t;

struct termios {
  tcflag_t c_iflag, c_oflag, c_cflag, c_lflag;
  cc_t c_line, c_cc[32];
  speed_t c_ispeed, c_ospeed;
};

enum { VINTR, VQUIT, VERASE, VKILL, VEOF, VTIME, VMIN, VSWTC, VSTART, VSTOP, VSUSP, VEOL };
#define IGNBRK 1
#define BRKINT 2
#define IGNPAR 4
#define PARMRK 010
#define INPCK 020
#define ISTRIP 040
#define INLCR 0100
#define IGNCR 0200
#define ICRNL 0400
#define IXON 02000
#define IXOFF 010000
#define OPOST 1
#define ONLCR 4
#define CSIZE 060
#define CS8 060
#define PARENB 0400
#define ISIG 1
#define ICANON 2
#define ECHO 010
#define ECHOE 020
#define ECHOK 040
#define ECHONL 0100
#define NOFLSH 0200
#define TOSTOP 0400
#define IEXTEN 0100000
#define TCSANOW 0
#define TCSADRAIN 1
#define TCSAFLUSH 2
#define TCIFLUSH 0
#define TCOFLUSH 1
#define TCIOFLUSH 2

int tcgetattr(int descriptor, struct termios *settings);
int tcsetattr(int descriptor, int when, const struct termios *settings);
int tcsendbreak(int descriptor, int duration);
int tcdrain(int descriptor);
int tcflush(int descriptor, int queue);
int tcflow(int descriptor, int action);
pid_t tcgetsid(int descriptor);
speed_t cfgetispeed(const struct termios *settings);
speed_t cfgetospeed(const struct termios *settings);
int cfsetispeed(struct termios *settings, speed_t speed);
int cfsetospeed(struct termios *settings, speed_t speed);
void cfmakeraw(struct termios *settings);

#endif
#endif
