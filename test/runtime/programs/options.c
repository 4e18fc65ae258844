/* Options and arguments as argp has them, with children, groups and texts that are broken into lines. */
#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
const char *argp_program_version = "demo 1.0";
const char *argp_program_bug_address = "<bugs@example.org>";
static char doc[] = "Demo -- a program with options and arguments and a long description that has to be wrapped somewhere\vAnd this comes after the options.";
static char args_doc[] = "ARG1 ARG2";
static struct argp_option options[] = {
  {"verbose", 'v', 0, 0, "Produce verbose output"},
  {"quiet", 'q', 0, 0, "Don't produce any output"},
  {"silent", 's', 0, OPTION_ALIAS},
  {"output", 'o', "FILE", 0, "Output to FILE instead of standard output, which may be a rather long description"},
  {0, 0, 0, 0, "Other options:", 2},
  {"level", 300, "N", OPTION_ARG_OPTIONAL, "Level"},
  {"a-very-long-option-name-here", 'z', "VALUE", 0, "Long"},
  {"hidden", 'H', 0, OPTION_HIDDEN, "hidden"},
  {0}
};
struct arguments { char *args[2]; int silent, verbose, level; char *output; };
static error_t parse(int key, char *arg, struct argp_state *state) {
  struct arguments *a = state->input;
  switch (key) {
    case 'q': case 's': a->silent = 1; break;
    case 'v': a->verbose++; break;
    case 'o': a->output = arg; break;
    case 300: a->level = arg ? atoi(arg) : 1; break;
    case 'z': case 'H': printf("%c %s\n", key, arg ? arg : "-"); break;
    case ARGP_KEY_ARG: if (state->arg_num >= 2) argp_usage(state); a->args[state->arg_num] = arg; break;
    case ARGP_KEY_END: if (state->arg_num < 2) argp_usage(state); break;
    default: return ARGP_ERR_UNKNOWN;
  }
  return 0;
}
static int extra;
static struct argp_option more_options[] = {
  {"extra", 'x', "COUNT", 0, "How many more"},
  {"no-extra", 'X', 0, 0, "None"},
  {0}
};
static error_t parse_more(int key, char *arg, struct argp_state *state) {
  (void)state;
  if (key == 'x') extra = atoi(arg);
  else if (key == 'X') extra = 0;
  else return ARGP_ERR_UNKNOWN;
  return 0;
}
static struct argp more = {more_options, parse_more, 0, 0};
static struct argp_child children[] = {{&more, 0, "More of them:", 3}, {0}};
static struct argp argp = {options, parse, args_doc, doc, children};
int main(int argc, char **argv) {
  struct arguments a = {.output = "-"};
  argp_parse(&argp, argc, argv, 0, 0, &a);
  printf("%s %s %s v%d s%d l%d x%d\n", a.args[0], a.args[1], a.output, a.verbose, a.silent, a.level, extra);
  return 0;
}
