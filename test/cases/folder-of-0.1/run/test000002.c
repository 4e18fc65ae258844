/*
 * test000002 of half.c, main
 *
 * Expected: the program ends with status 0
 *   half = 0
 *
 * Build and run, in this folder, with PATHFOLD set to where pathfold is installed:
 *   cc -g -fsanitize=address,undefined -I $PATHFOLD/runtime/include ../half.c test000002.c $PATHFOLD/runtime/replay/pathfold_replay.c -lm
 *   ./a.out < test000002.stdin
 */
struct pf_replay_input {
  const char *name;
  unsigned size;
  const unsigned char *bytes;
};

static const int value0 = 0; /* n */

const struct pf_replay_input __pf_replay_inputs[] = {
  {"n", sizeof value0, (const unsigned char *)&value0},
};
const unsigned __pf_replay_count = 1;
