/* The log of a system, where the target's own headers have none. */
#if __has_include_next(<sys/syslog.h>)
#include_next <sys/syslog.h>
#else
#ifndef PATHFOLD_SYS_SYSLOG_H
#define PATHFOLD_SYS_SYSLOG_H
#include <syslog.h>
#endif
#endif
