/*
 * argp_parse: options by getopt_long, handed to the parsers of an argp and of its children, and arguments after them. What --help says is in
 * argp_help.c.
 */
#include "argp.h"

int getopt_long(int count, char *const *arguments, const char *options, const struct option *longs, int *index);
extern int optind, opterr, optopt;
extern char *optarg;

const char *argp_program_version, *argp_program_bug_address;
void (*argp_program_version_hook)(FILE *, struct argp_state *);
int argp_err_exit_status = 64;

enum { MOST_GROUPS = 16, MOST_OPTIONS = 128, USER_KEYS = 24, HELP_KEY = '?', USAGE_KEY = -3, VERSION_KEY = 'V', NO_COMPLAINT = -2 };

/* An argp among all that take part, with what its parser is given. */
struct argp_group {
  const struct argp *argp;
  int parent, index; /* in which group, as which child; -1 for the first */
  void *input, *hook;
  void *child_inputs[MOST_GROUPS];
  unsigned arguments;
};

struct argp_parse {
  struct argp_state state;
  struct argp_group groups[MOST_GROUPS];
  int group_count;
  struct option longs[MOST_OPTIONS];
  int long_count;
  /* Letters for getopt, and which group and key a letter or a long option stands for. */
  char letters[2 * MOST_OPTIONS];
  int long_group[MOST_OPTIONS], long_key[MOST_OPTIONS];
  signed char letter_group[128];
};

static const struct argp_option argp_own_options[] = {
    {"help", HELP_KEY, NULL, 0, "Give this help list", -1},
    {"usage", USAGE_KEY, NULL, 0, "Give a short usage message", 0},
    {0},
};
static const struct argp_option argp_version_options[] = {
    {"version", VERSION_KEY, NULL, 0, "Print program version", -1},
    {0},
};

static int argp_parse_own(int key, char *argument, struct argp_state *state) {
  (void)argument;
  if (key == HELP_KEY) argp_state_help(state, state->out_stream, ARGP_HELP_STD_HELP);
  else if (key == USAGE_KEY) argp_state_help(state, state->out_stream, ARGP_HELP_USAGE | ARGP_HELP_EXIT_OK);
  else return ARGP_ERR_UNKNOWN;
  return 0;
}

static int argp_parse_version(int key, char *argument, struct argp_state *state) {
  (void)argument;
  if (key != VERSION_KEY) return ARGP_ERR_UNKNOWN;
  if (argp_program_version_hook) argp_program_version_hook(state->out_stream, state);
  else if (argp_program_version) fprintf(state->out_stream, "%s\n", argp_program_version);
  else argp_error(state, "%s", "(PROGRAM ERROR) No version known!?");
  if (!(state->flags & ARGP_NO_EXIT)) exit(0);
  return 0;
}

static const struct argp argp_own = {argp_own_options, argp_parse_own, NULL, NULL, NULL, NULL, NULL};
static const struct argp argp_version = {argp_version_options, argp_parse_version, NULL, NULL, NULL, NULL, NULL};

static bool argp_is_letter(int key) { return key > 32 && key < 127; }

static void argp_add_option(struct argp_parse *parse, const struct argp_option *option, const struct argp_option *real, int group) {
  bool takes = real->arg != NULL, optional = real->flags & OPTION_ARG_OPTIONAL;
  if (argp_is_letter(option->key) && parse->letter_group[option->key] < 0) {
    size_t n = strlen(parse->letters);
    parse->letters[n++] = (char)option->key;
    if (takes) parse->letters[n++] = ':';
    if (takes && optional) parse->letters[n++] = ':';
    parse->letters[n] = 0;
    parse->letter_group[option->key] = (signed char)group;
  }
  if (!option->name || parse->long_count == MOST_OPTIONS - 1) return;
  for (int i = 0; i < parse->long_count; i++) {
    if (strcmp(parse->longs[i].name, option->name) == 0) return;
  }
  int number = parse->long_count++;
  parse->longs[number] = (struct option){option->name, !takes ? 0 : optional ? 2 : 1, NULL, 1 << USER_KEYS | number};
  parse->long_group[number] = group;
  parse->long_key[number] = option->key ? option->key : real->key;
}

static int argp_add(struct argp_parse *parse, const struct argp *argp, int parent, int index) {
  if (parse->group_count == MOST_GROUPS) return ENOMEM;
  int group = parse->group_count++;
  parse->groups[group] = (struct argp_group){.argp = argp, .parent = parent, .index = index};
  const struct argp_option *real = argp->options;
  for (const struct argp_option *option = argp->options; option && !argp_option_ends(option); option++) {
    if (!(option->flags & OPTION_ALIAS)) real = option;
    if (!(real->flags & OPTION_DOC) && (option->name || option->key)) argp_add_option(parse, option, real, group);
  }
  int error = 0;
  for (int i = 0; !error && argp->children && argp->children[i].argp; i++) error = argp_add(parse, argp->children[i].argp, group, i);
  return error;
}

static int argp_call(struct argp_parse *parse, int group, int key, char *argument) {
  struct argp_group *of = &parse->groups[group];
  struct argp_state *state = &parse->state;
  if (!of->argp->parser) return ARGP_ERR_UNKNOWN;
  state->hook = of->hook;
  state->input = of->input;
  state->child_inputs = of->child_inputs;
  state->arg_num = of->arguments;
  int error = of->argp->parser(key, argument, state);
  of->hook = state->hook;
  return error;
}

static int argp_call_all(struct argp_parse *parse, int key, bool only_without_arguments) {
  int error = 0;
  bool forward = key == ARGP_KEY_NO_ARGS || key == ARGP_KEY_ERROR;
  for (int i = 0; i < parse->group_count && (!error || error == ARGP_ERR_UNKNOWN); i++) {
    int group = forward ? i : parse->group_count - 1 - i;
    if (only_without_arguments && parse->groups[group].arguments) continue;
    error = argp_call(parse, group, key, NULL);
  }
  return error;
}

static int argp_begin(struct argp_parse *parse, void *input) {
  int error = 0;
  for (int i = 0; i < parse->group_count && (!error || error == ARGP_ERR_UNKNOWN); i++) {
    struct argp_group *group = &parse->groups[i];
    group->input = group->parent < 0 ? input : parse->groups[group->parent].child_inputs[group->index];
    if (!group->argp->parser) group->child_inputs[0] = group->input;
    error = argp_call(parse, i, ARGP_KEY_INIT, NULL);
  }
  return error == ARGP_ERR_UNKNOWN ? 0 : error;
}

static int argp_take_option(struct argp_parse *parse, int found) {
  int group, key;
  if (found == '?' && optopt != NO_COMPLAINT) return ARGP_ERR_UNKNOWN;
  if (found >> USER_KEYS == 1) {
    group = parse->long_group[found & 0xffff];
    key = parse->long_key[found & 0xffff];
  } else {
    group = parse->letter_group[found];
    key = found;
  }
  int error = argp_call(parse, group, key, optarg);
  if (error == ARGP_ERR_UNKNOWN)
    argp_error(&parse->state, "%s%s: %s", found >> USER_KEYS ? "--" : "-", found >> USER_KEYS ? parse->longs[found & 0xffff].name : (char[]){(char)found, 0},
               "(PROGRAM ERROR) Option should have been recognized!?");
  return error;
}

/* An argument goes to the first parser that knows what to do with it, or with all that are left. */
static int argp_take_argument(struct argp_parse *parse) {
  struct argp_state *state = &parse->state;
  int index = state->next, error = ARGP_ERR_UNKNOWN, key = 0;
  char *argument = state->argv[state->next++];
  for (int i = 0; i < parse->group_count && error == ARGP_ERR_UNKNOWN; i++) {
    state->next = index + 1;
    key = ARGP_KEY_ARG;
    error = argp_call(parse, i, key, argument);
    if (error == ARGP_ERR_UNKNOWN) {
      state->next = index;
      key = ARGP_KEY_ARGS;
      error = argp_call(parse, i, key, NULL);
    }
    if (error) continue;
    if (key == ARGP_KEY_ARGS) state->next = state->argc;
    if (state->next > index) parse->groups[i].arguments += (unsigned)(state->next - index);
  }
  if (error == ARGP_ERR_UNKNOWN) state->next = index;
  return error;
}

static int argp_finish(struct argp_parse *parse, int error, bool unknown_argument, int *end) {
  struct argp_state *state = &parse->state;
  if (error == ARGP_ERR_UNKNOWN && unknown_argument) error = 0;
  if (!error && state->next == state->argc) {
    error = argp_call_all(parse, ARGP_KEY_NO_ARGS, true);
    if (!error || error == ARGP_ERR_UNKNOWN) error = argp_call_all(parse, ARGP_KEY_END, false);
    if (error == ARGP_ERR_UNKNOWN) error = 0;
    if (end) *end = state->next;
  } else if (!error && end) {
    *end = state->next;
  } else if (!error) {
    if (!(state->flags & ARGP_NO_ERRS) && state->err_stream) fprintf(state->err_stream, "%s: Too many arguments\n", state->name);
    error = ARGP_ERR_UNKNOWN;
  }
  if (error) {
    if (error == ARGP_ERR_UNKNOWN) argp_state_help(state, state->err_stream, ARGP_HELP_STD_ERR);
    argp_call_all(parse, ARGP_KEY_ERROR, false);
  } else {
    error = argp_call_all(parse, ARGP_KEY_SUCCESS, false);
    if (error == ARGP_ERR_UNKNOWN) error = 0;
  }
  argp_call_all(parse, ARGP_KEY_FINI, false);
  return error == ARGP_ERR_UNKNOWN ? EINVAL : error;
}

int argp_parse(const struct argp *argp, int count, char **arguments, unsigned flags, int *end, void *input) {
  struct argp_parse *parse = calloc(1, sizeof *parse);
  if (!parse) return ENOMEM;
  __builtin_memset(parse->letter_group, -1, sizeof parse->letter_group);
  if (flags & ARGP_NO_ARGS || flags & ARGP_IN_ORDER) parse->letters[0] = flags & ARGP_IN_ORDER ? '-' : '+';
  struct argp_child children[4] = {{argp, 0, NULL, 0}};
  struct argp top = {.children = children};
  const struct argp *root = argp;
  if (!(flags & ARGP_NO_HELP)) {
    children[1].argp = &argp_own;
    if (argp_program_version || argp_program_version_hook) children[2].argp = &argp_version;
    root = &top;
  }
  parse->state = (struct argp_state){.root_argp = root, .argc = count, .argv = arguments, .flags = flags, .out_stream = stdout, .err_stream = stderr, .pstate = parse};
  int error = argp_add(parse, root, -1, 0);
  if (error) {
    free(parse);
    return error;
  }
  const char *slash = count > 0 && arguments[0] ? strrchr(arguments[0], '/') : NULL;
  parse->state.name = slash ? (char *)slash + 1 : count > 0 ? arguments[0] : (char *)"";
  if (flags & ARGP_NO_ERRS) {
    opterr = 0;
    if (flags & ARGP_PARSE_ARGV0) parse->state.argv--, parse->state.argc++;
  } else {
    opterr = 1;
  }
  optind = 0;
  error = argp_begin(parse, input);
  bool unknown_argument = false, options_over = false;
  parse->state.next = 1;
  while (!error) {
    int found = -1;
    if (!options_over) {
      optind = parse->state.next;
      optopt = NO_COMPLAINT;
      found = getopt_long(parse->state.argc, parse->state.argv, parse->letters, parse->longs, NULL);
      parse->state.next = optind;
    }
    if (found == 1) { /* an argument in the middle of options */
      parse->state.next--;
      error = argp_take_argument(parse);
    } else if (found != -1) {
      error = argp_take_option(parse, found);
      continue;
    } else {
      options_over = true;
      if (parse->state.next > 1 && strcmp(parse->state.argv[parse->state.next - 1], "--") == 0) parse->state.quoted = parse->state.next;
      if (parse->state.next >= parse->state.argc || flags & ARGP_NO_ARGS) break;
      error = argp_take_argument(parse);
    }
    unknown_argument = error == ARGP_ERR_UNKNOWN;
  }
  error = argp_finish(parse, error, unknown_argument, end);
  free(parse);
  return error;
}

void *_argp_input(const struct argp *argp, const struct argp_state *state) {
  const struct argp_parse *parse = state ? state->pstate : NULL;
  for (int i = 0; parse && i < parse->group_count; i++) {
    if (parse->groups[i].argp == argp) return parse->groups[i].input;
  }
  return NULL;
}
