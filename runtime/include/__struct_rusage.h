/* In the place of wasi-libc's, which has only the two times. */
#ifndef PATHFOLD_STRUCT_RUSAGE_H
#define PATHFOLD_STRUCT_RUSAGE_H
#include <__struct_timeval.h>
struct rusage {
  struct timeval ru_utime, ru_stime;
  long ru_maxrss, ru_ixrss, ru_idrss, ru_isrss, ru_minflt, ru_majflt, ru_nswap, ru_inblock, ru_oublock;
  long ru_msgsnd, ru_msgrcv, ru_nsignals, ru_nvcsw, ru_nivcsw;
};
#endif
