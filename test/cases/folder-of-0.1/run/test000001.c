/*
 * test000001 of half.c, main
 *
 * Expected: the program ends with status 0
 *   on standard output: "much\n"
 *   half = 36
 *
 * Build and run, in this folder, with PATHFOLD set to where pathfold is installed:
 *   cc -g -fsanitize=address,undefined -I $PATHFOLD/runtime/include ../half.c test000001.c $PATHFOLD/runtime/replay/pathfold_replay.c -lm
 *   ./a.out < test000001.stdin
 */
struct pf_replay_input {
  const char *name;
  unsigned size;
  const unsigned char *bytes;
};

static const int value0 = 72; /* n */

const struct pf_replay_input __pf_replay_inputs[] = {
  {"n", sizeof value0, (const unsigned char *)&value0},
};
const unsigned __pf_replay_count = 1;
