/*
 * Replaying a generated test on really compiled code.
 *
 * Compile pathfold_replay.c with -I runtime/include, link it with the program, and give it the inputs in one of two ways:
 *  - link a C file that defines __pf_replay_inputs and __pf_replay_count (below), or
 *  - name a .ktest file in the environment variable PATHFOLD_TEST or KTEST_FILE.
 * Inputs are taken in call order. Every function here is weak: a program's own definition wins. Standard output is
 * unbuffered, so that what was written before a crash is there.
 *
 * It speaks in lines, on standard error where people run it by hand. Where a tool has to tell them from what the program
 * writes, they go to the file named by PATHFOLD_REPLAY_REPORT, or to __pf_replay_channel if that is linked in:
 *   pathfold:output:NAME:TYPE:VALUE    an output mark; TYPE is i8 i16 i32 i64 u8 u16 u32 u64 bool char f32 f64 bytes;
 *                                      integers decimal, floats as %a, bytes in hexadecimal
 *   pathfold:fault:KIND:FILE:LINE:MESSAGE   before the program aborts
 *   pathfold:unusable:TEXT             before the program ends with one of the statuses below
 *   pathfold:note:TEXT                 something else about the replay itself
 */
#ifndef PATHFOLD_REPLAY_H
#define PATHFOLD_REPLAY_H

#include <stddef.h>

enum {
  PATHFOLD_REPLAY_ASSUMPTION = 120, /* exit status: an assumption does not hold for these inputs */
  PATHFOLD_REPLAY_MISMATCH = 121,   /* exit status: an input has another size than the program asks for */
  PATHFOLD_REPLAY_WRONG = 119,      /* exit status: something else came out than the test expects */
  PATHFOLD_REPLAY_UNREADABLE = 122  /* exit status: the test file is missing or malformed */
};

struct pf_replay_input {
  const char *name;
  unsigned size;
  const unsigned char *bytes;
};

extern const struct pf_replay_input __pf_replay_inputs[];
extern const unsigned __pf_replay_count;

/*
 * What must come out, where the linked file says so: output marks in order, and the exit status. Then the program ends with 0 if all of it
 * did and with PATHFOLD_REPLAY_WRONG if not; only where no tool reads the lines, because tools compare by themselves.
 */
struct pf_replay_expected {
  const char *name;
  const char *value; /* as in the lines above, floats in decimal */
};

extern const struct pf_replay_expected __pf_replay_expected[];
extern const unsigned __pf_replay_expected_count;
extern const int __pf_replay_expected_status;

/* Gets the lines instead of standard error. */
void __pf_replay_channel(const char *bytes, size_t size);

/* Reads a .ktest file; called on the first input when no table is linked in. */
void __pf_replay_load(const char *path);

#endif
