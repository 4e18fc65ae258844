/*
 * What the symbolic machine does for the C library model.
 *
 * The model is ordinary C that the machine executes like user code. Whatever C itself cannot express (making a
 * value symbolic, ending a path, talking to the outside) is one of the functions below; the machine implements
 * exactly these and nothing else is external to the model. Names starting with __pf_ belong to the machine,
 * names starting with __pfc_ are internal to the model.
 *
 * Besides these calls the model relies on: the llvm.memcpy, memmove and memset intrinsics; the float intrinsics
 * fabs, copysign, floor, ceil, trunc, rint, nearbyint, round, roundeven, sqrt, fma, minnum and maxnum on float and double;
 * llvm.va_start, va_end, va_copy; and llvm.threadlocal.address (wasi-libc's errno is thread local).
 * A long double is only ever stored, loaded, truncated to double or extended from double.
 *
 * When main returns, the machine calls exit(status), so that atexit handlers run.
 */
#ifndef PATHFOLD_MACHINE_H
#define PATHFOLD_MACHINE_H

#include <stddef.h>
#include <stdint.h>

/* --- heap ------------------------------------------------------------------------------------------------------ */

/* A new heap object of exactly size bytes, contents undefined, aligned for any type. size may be symbolic: a
   recorded choice of bounded values. Zero gives a unique pointer to an empty object. NULL when size exceeds the
   machine's limit for one object. */
void *__pf_alloc(size_t size);
/* Same, contents zero. */
void *__pf_alloc_zeroed(size_t size);
/* Frees the heap object that starts at p. NULL is ignored; anything else that is not the start of a live heap object
   is a fault (double free, invalid free). */
void __pf_free(void *p);
/* Size of the object p points into; a fault if p points into none. */
size_t __pf_object_size(const void *p);

/* --- inputs ---------------------------------------------------------------------------------------------------- */

/* Replaces n bytes at p by a fresh input of n bytes. n is concrete (concretised otherwise); zero is no input. Names need
   not be unique: inputs are identified by call order, the name is for people. */
void __pf_make_symbolic(void *p, size_t n, const char *name);
/* A fresh scalar input of bits (8, 16, 32 or 64) bits, zero extended. It occupies bits / 8 bytes in a test, in target
   order. is_signed tells how to print it: 1 signed, 0 unsigned, 2 character, 3 truth value. */
uint64_t __pf_input(const char *name, unsigned bits, int is_signed);
float __pf_input_float(const char *name);
double __pf_input_double(const char *name);
/* The path silently ends unless c is non-zero. */
void __pf_assume(int c);
/* The same for klee_assume: where users of KLEE expect it, a condition that cannot hold is a fault. */
void __pf_demand(int c);
/* A wish for the generated values only: the path is not constrained. */
void __pf_prefer(int c);

/* --- what a path leaves behind ---------------------------------------------------------------------------------- */

/* Marks a value or n bytes as an output of the program, for summaries and comparisons. is_signed as in __pf_input. */
void __pf_output_int(const char *name, uint64_t value, unsigned bits, int is_signed);
void __pf_output_float(const char *name, double value);
void __pf_output_bytes(const char *name, const void *p, size_t n);
/* The functions of pathfold.h with these names. */
void __pf_output_object(const char *name, const void *p, size_t n);
void __pf_name(const char *name, const void *p);
void __pf_called(void);
size_t __pf_given(const char *name, const void *p);
size_t __pf_look(const char *name, const void *p);
size_t __pf_holds_pointer(const void *p);
/* Appends bytes, possibly symbolic, to the path's standard output (fd 1) or standard error (fd 2). */
void __pf_write(int fd, const void *p, size_t n);
/* Takes up to n next bytes of standard input (symbolic input of bounded size, or the given one) and returns how many:
   fewer than n only at the end, 0 there. */
size_t __pf_read(void *p, size_t n);

/* --- the world a program starts in -------------------------------------------------------------------------------- */

/* The name of a file or folder that an option names, by its number; NULL when there are no more. */
const char *__pf_file_name(size_t index);
/* Its contents, which belong to the machine and are never written. */
const void *__pf_file_data(size_t index);
/* How many bytes they are; (size_t)-1 for a folder. */
size_t __pf_file_size(size_t index);
/* The value of an option. */
/* How many calls may fail for no reason, how often threads may give way for no reason, whether they have stacks of their own,
   and what is added to clocks, process numbers and the seed of chance: 0, but in a run that shows whether they matter. */
enum pf_setting { PF_MAX_FAIL = 0, PF_INTERLEAVINGS = 1, PF_THREAD_STACKS = 2, PF_ANOTHER_RUN = 3 };
size_t __pf_setting(int setting);
/* One of count outcomes of something that the world decides, as an input of its own kind. */
unsigned __pf_choose(const char *name, unsigned count);

/* A file or folder that the program leaves behind: its name, its kind as in stat's mode, and what it contains. */
void __pf_left(const char *name, size_t length, int kind, const void *data, size_t size);

/* From now on there is an object of this size at this address. */
void __pf_memory(uintptr_t address, size_t size);

/* --- threads ------------------------------------------------------------------------------------------------------ */

/* A call stack of its own for a thread, on which begin(number) is about to be called. Threads are numbered by whoever makes them; 0 is
   the one that runs main, and has its stack. begin never returns. */
void __pf_thread(int number, void (*begin)(int));
/* Goes on in the stack of another thread; returns when somebody goes on in this one. */
void __pf_switch(int number);
/* The same for good: all locals of this stack are gone. */
void __pf_end_thread(int number) __attribute__((noreturn));

/* --- ends of a path ---------------------------------------------------------------------------------------------- */

/* A fault. kind: "assert", "abort", "user", "undefined" (C does not say what happens), "error" (the error function of a
   verification task), "deadlock", "lock" (misuse of a lock), "model" (something the model cannot do), or what klee_report_error was given.
   file may be NULL: then the fault belongs to the innermost frame of the user's code. */
void __pf_fail(const char *kind, const char *message, const char *file, int line) __attribute__((noreturn));
/* The process ends with this status; atexit handlers have run already. */
void __pf_exit(int status) __attribute__((noreturn));
/* The path ends without a test. */
void __pf_silent_exit(int status) __attribute__((noreturn));

/* --- introspection ------------------------------------------------------------------------------------------------ */

int __pf_is_symbolic(uint64_t v);
/* Whether this run looks for everything that C leaves undefined: then the model may take longer to find it. */
int __pf_looks_for_undefined(void);
/* A value v can have on this path, assumed from now on: a recorded choice. */
uint64_t __pf_concretize(uint64_t v);
/* A line for the summary, where the same text is reported once; who watches the exploration hears each, or the first. */
void __pf_warning(const char *message);
void __pf_warning_once(const char *message);
/* The path asked for something by this name that is there on a real system and fails here: a line for the summary, and whoever runs the
   path's test on a real system is told. */
void __pf_absent(const char *function);
/* Calls of one function lead to another from now on, where the search can take that into account. */
void __pf_alias(const char *function, const char *alias);
/* For who watches the exploration: the variable arguments of the calling function, as they are symbolically; a value and which
   values it can have; the active functions. */
void __pf_show_arguments(const char *label);
void __pf_show_range(const char *label, int value);
void __pf_show_stack(void);

/* --- host mathematics ---------------------------------------------------------------------------------------------- */

/* Functions that are not exactly rounded: computed by the host for concrete arguments; a symbolic argument is
   concretised. */
enum pf_math1 {
  PF_SIN = 0,
  PF_COS = 1,
  PF_TAN = 2,
  PF_ASIN = 3,
  PF_ACOS = 4,
  PF_ATAN = 5,
  PF_SINH = 6,
  PF_COSH = 7,
  PF_TANH = 8,
  PF_ASINH = 9,
  PF_ACOSH = 10,
  PF_ATANH = 11,
  PF_EXP = 12,
  PF_EXP2 = 13,
  PF_EXPM1 = 14,
  PF_LOG = 15,
  PF_LOG2 = 16,
  PF_LOG10 = 17,
  PF_LOG1P = 18,
  PF_CBRT = 19
};
enum pf_math2 { PF_POW = 0, PF_ATAN2 = 1, PF_HYPOT = 2 };

double __pf_math1(int op, double x);
double __pf_math2(int op, double x, double y);

#endif
