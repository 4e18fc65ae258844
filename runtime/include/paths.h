/* Usual places, where the target's own headers have none. */
#if __has_include_next(<paths.h>)
#include_next <paths.h>
#else
#ifndef PATHFOLD_PATHS_H
#define PATHFOLD_PATHS_H
#define _PATH_DEFPATH "/usr/bin:/bin"
#define _PATH_STDPATH "/usr/bin:/bin:/usr/sbin:/sbin"
#define _PATH_BSHELL "/bin/sh"
#define _PATH_CONSOLE "/dev/console"
#define _PATH_DEVNULL "/dev/null"
#define _PATH_TTY "/dev/tty"
#define _PATH_DEV "/dev/"
#define _PATH_TMP "/tmp/"
#define _PATH_VARTMP "/var/tmp/"
#define _PATH_VARRUN "/var/run/"
#define _PATH_MAILDIR "/var/mail"
#define _PATH_UTMP "/var/run/utmp"
#define _PATH_WTMP "/var/log/wtmp"
#define _PATH_MOUNTED "/etc/mtab"
#define _PATH_SHELLS "/etc/shells"
#define _PATH_VI "/usr/bin/vi"
#endif
#endif
