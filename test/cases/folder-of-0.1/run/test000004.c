/*
 * test000004 of half.c, main
 *
 * Expected: failed assertion at half.c:10:3, in main
 *   n != 42 || c != 'x'
 *
 * Build and run, in this folder, with PATHFOLD set to where pathfold is installed:
 *   cc -g -fsanitize=address,undefined -I $PATHFOLD/runtime/include ../half.c test000004.c $PATHFOLD/runtime/replay/pathfold_replay.c -lm
 *   ./a.out < test000004.stdin
 */
struct pf_replay_input {
  const char *name;
  unsigned size;
  const unsigned char *bytes;
};

static const int value0 = 42; /* n */

const struct pf_replay_input __pf_replay_inputs[] = {
  {"n", sizeof value0, (const unsigned char *)&value0},
};
const unsigned __pf_replay_count = 1;
