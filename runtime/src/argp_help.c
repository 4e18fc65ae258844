/*
 * What argp says about a program: --help, --usage, and where to look after an error. Columns and order are glibc's by default
 * (ARGP_HELP_FMT is not read): options by letter within their group, groups 0, 1, ..., -2, -1.
 */
#include "argp.h"

enum { LETTER_COLUMN = 2, NAME_COLUMN = 6, DOC_COLUMN = 29, HEADER_COLUMN = 1, USAGE_INDENT = 12, RIGHT_MARGIN = 79, MOST_ENTRIES = 128 };

/* An option with its aliases, or a header. */
struct help_entry {
  const struct argp_option *option;
  int count, group;
  const char *header; /* of the child it belongs to; NULL for none */
  int header_group;
};

struct help {
  FILE *stream;
  int column, margin;
  struct help_entry entries[MOST_ENTRIES];
  int count;
};

/* --- text that is broken into lines ------------------------------------------------------------------------------------------- */

static void help_put(struct help *help, const char *text, size_t n) {
  fprintf(help->stream, "%.*s", (int)n, text);
  help->column += (int)n;
}

static void help_line(struct help *help) {
  fprintf(help->stream, "\n");
  help->column = 0;
}

static void help_indent(struct help *help, int column) {
  while (help->column < column) help_put(help, " ", 1);
}

/* Words from the left margin on; a line that would go beyond the right one goes on in the next. */
static void help_text(struct help *help, const char *text) {
  int blanks = 0;
  while (*text) {
    if (*text == '\n') {
      help_line(help);
      blanks = 0;
      text++;
      continue;
    }
    if (*text == ' ') {
      blanks++;
      text++;
      continue;
    }
    size_t n = strcspn(text, " \n");
    if (help->column > help->margin && help->column + blanks + (int)n > RIGHT_MARGIN) {
      help_line(help);
      blanks = 0;
    }
    if (help->column < help->margin) help_indent(help, help->margin);
    while (blanks > 0) {
      help_put(help, " ", 1);
      blanks--;
    }
    help_put(help, text, n);
    text += n;
  }
}

/* A word of a usage line. */
static void help_word(struct help *help, const char *text) {
  if (help->column + 1 + (int)strlen(text) >= RIGHT_MARGIN) {
    help_line(help);
    help_indent(help, USAGE_INDENT);
  } else {
    help_put(help, " ", 1);
  }
  help_put(help, text, strlen(text));
}

/* --- the options, in their order ----------------------------------------------------------------------------------------------- */

static void help_collect(struct help *help, const struct argp *argp, const char *header, int header_group) {
  int group = 0;
  for (const struct argp_option *option = argp->options; option && !argp_option_ends(option);) {
    const struct argp_option *first = option++;
    while (!argp_option_ends(option) && option->flags & OPTION_ALIAS) option++;
    bool is_header = !first->name && !first->key;
    group = first->group ? first->group : is_header ? group + 1 : group;
    if (help->count == MOST_ENTRIES) return;
    help->entries[help->count++] = (struct help_entry){first, (int)(option - first), group, header, header_group};
  }
  for (const struct argp_child *child = argp->children; child && child->argp; child++) {
    const char *under = child->header ? child->header : header;
    help_collect(help, child->argp, under, child->header ? child->group : header_group);
  }
}

static bool help_has_letter(const struct argp_option *option) { return option->key > 32 && option->key < 127; }
static bool help_is_shown(const struct argp_option *option) { return !(option->flags & OPTION_HIDDEN); }

static int help_first_letter(const struct help_entry *entry) {
  for (int i = 0; i < entry->count; i++) {
    if (!(entry->option->flags & OPTION_DOC) && help_has_letter(&entry->option[i]) && help_is_shown(&entry->option[i])) return entry->option[i].key;
  }
  return 0;
}

static const char *help_first_name(const struct help_entry *entry) {
  for (int i = 0; i < entry->count; i++) {
    if (entry->option[i].name && help_is_shown(&entry->option[i])) return entry->option[i].name;
  }
  return NULL;
}

static int help_lower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }

/* 0, 1, ..., -2, -1 */
static int help_compare_groups(int one, int other) {
  if ((one < 0) == (other < 0)) return one - other;
  return one < 0 ? 1 : -1;
}

static int help_compare(const struct help_entry *one, const struct help_entry *other) {
  if (one->header != other->header) {
    int group = help_compare_groups(one->header ? one->header_group : one->group, other->header ? other->header_group : other->group);
    return group ? group : one->header ? 1 : -1;
  }
  int group = help_compare_groups(one->group, other->group);
  if (group) return group;
  bool doc = one->option->flags & OPTION_DOC, other_doc = other->option->flags & OPTION_DOC;
  int letter = help_first_letter(one), other_letter = help_first_letter(other);
  const char *name = help_first_name(one), *other_name = help_first_name(other);
  if (doc != other_doc) return doc - other_doc;
  if (!letter && !other_letter && name && other_name) {
    while (*name && help_lower(*name) == help_lower(*other_name)) name++, other_name++;
    return help_lower((unsigned char)*name) - help_lower((unsigned char)*other_name);
  }
  int first = letter ? letter : name ? (unsigned char)*name : 0;
  int other_first = other_letter ? other_letter : other_name ? (unsigned char)*other_name : 0;
  int order = help_lower(first) - help_lower(other_first);
  return order ? order : other_first - first;
}

static void help_sort(struct help *help) {
  for (int i = 1; i < help->count; i++) {
    struct help_entry entry = help->entries[i];
    int at = i;
    for (; at > 0 && help_compare(&help->entries[at - 1], &entry) > 0; at--) help->entries[at] = help->entries[at - 1];
    help->entries[at] = entry;
  }
}

/* --- what is printed ------------------------------------------------------------------------------------------------------------ */

static void help_header(struct help *help, const char *text, bool first) {
  if (!first) help_line(help);
  help_indent(help, HEADER_COLUMN);
  help->margin = HEADER_COLUMN;
  help_text(help, text);
  help_line(help);
}

static void help_argument(struct help *help, const struct argp_option *real, bool is_long) {
  if (!real->arg) return;
  char text[100];
  bool optional = real->flags & OPTION_ARG_OPTIONAL;
  const char *format = is_long ? (optional ? "[=%s]" : "=%s") : optional ? "[%s]" : " %s";
  snprintf(text, sizeof text, format, real->arg);
  help_put(help, text, strlen(text));
}

struct help_place {
  bool first, separates, notes;
  const struct help_entry *before;
};

static void help_part(struct help *help, const struct help_entry *entry, struct help_place *place, int column) {
  if (place->first) {
    if (place->separates && place->before && entry->group != place->before->group) help_line(help);
    if (entry->header && *entry->header && (!place->before || place->before->header != entry->header)) {
      help_header(help, entry->header, !place->before);
      place->separates = true;
    }
    place->first = false;
  } else {
    help_put(help, ", ", 2);
  }
  help_indent(help, column);
}

static void help_entry(struct help *help, const struct help_entry *entry, struct help_place *place) {
  const struct argp_option *real = entry->option;
  bool has_name = false, is_doc = real->flags & OPTION_DOC;
  for (int i = 0; i < entry->count; i++) has_name = has_name || (real[i].name && help_is_shown(&real[i]));
  place->first = true;
  for (int i = 0; i < entry->count && !is_doc; i++) {
    if (!help_has_letter(&real[i]) || !help_is_shown(&real[i])) continue;
    help_part(help, entry, place, LETTER_COLUMN);
    help_put(help, "-", 1);
    char letter = (char)real[i].key;
    help_put(help, &letter, 1);
    if (!has_name) help_argument(help, real, false);
    else if (real->arg) place->notes = true;
  }
  for (int i = 0; i < entry->count; i++) {
    if (!real[i].name || !help_is_shown(&real[i])) continue;
    help_part(help, entry, place, is_doc ? LETTER_COLUMN : NAME_COLUMN);
    if (!is_doc) help_put(help, "--", 2);
    help_put(help, real[i].name, strlen(real[i].name));
    if (!is_doc) help_argument(help, real, true);
  }
  if (place->first) {
    if (!help_is_shown(real) || real->name || real->key || !real->doc || !*real->doc) return;
    help_header(help, real->doc, !place->before);
    place->separates = true;
    place->before = entry;
    return;
  }
  if (real->doc && *real->doc) {
    if (help->column > DOC_COLUMN + 3) help_line(help);
    else if (help->column >= DOC_COLUMN) help_put(help, "   ", 3);
    help_indent(help, DOC_COLUMN);
    help->margin = DOC_COLUMN;
    help_text(help, real->doc);
  }
  help->margin = 0;
  help_line(help);
  place->before = entry;
}

static bool help_options(struct help *help) {
  struct help_place place = {0};
  for (int i = 0; i < help->count; i++) help_entry(help, &help->entries[i], &place);
  help->margin = 0;
  if (place.notes) {
    help_line(help);
    help_text(help, "Mandatory or optional arguments to long options are also mandatory or optional for any corresponding short options.");
    help_line(help);
  }
  return place.before != NULL;
}

static void help_usage_options(struct help *help) {
  char text[MOST_ENTRIES + 8] = "[-";
  size_t n = 2;
  for (int i = 0; i < help->count; i++) {
    const struct help_entry *entry = &help->entries[i];
    for (int k = 0; k < entry->count; k++) {
      const struct argp_option *option = &entry->option[k];
      bool shown = help_is_shown(option) && !((option->flags | entry->option->flags) & (OPTION_NO_USAGE | OPTION_DOC));
      if (shown && help_has_letter(option) && !entry->option->arg) text[n++] = (char)option->key;
    }
  }
  if (n > 2) {
    text[n++] = ']';
    text[n] = 0;
    help_word(help, text);
  }
  for (int longs = 0; longs < 2; longs++) {
    for (int i = 0; i < help->count; i++) {
      const struct argp_option *real = help->entries[i].option;
      for (int k = 0; k < help->entries[i].count; k++) {
        const struct argp_option *option = &real[k];
        if (!help_is_shown(option) || (option->flags | real->flags) & (OPTION_NO_USAGE | OPTION_DOC)) continue;
        bool optional = real->flags & OPTION_ARG_OPTIONAL;
        char word[120];
        if (longs && option->name && real->arg) snprintf(word, sizeof word, optional ? "[--%s[=%s]]" : "[--%s=%s]", option->name, real->arg);
        else if (longs && option->name) snprintf(word, sizeof word, "[--%s]", option->name);
        else if (!longs && help_has_letter(option) && real->arg) snprintf(word, sizeof word, optional ? "[-%c[%s]]" : "[-%c %s]", option->key, real->arg);
        else continue;
        help_word(help, word);
      }
    }
  }
}

static const struct argp *help_described(const struct argp *argp) {
  while (!argp->args_doc && !argp->doc && argp->children && argp->children->argp && !argp->options) argp = argp->children->argp;
  return argp;
}

static void help_usage(struct help *help, const struct argp *argp, const char *name, bool is_short) {
  const char *rest = argp->args_doc;
  bool first = true;
  do {
    help_put(help, first ? "Usage:" : "  or: ", 6);
    char text[100];
    snprintf(text, sizeof text, " %s", name);
    help_put(help, text, strlen(text));
    if (is_short) {
      if (help->count > 0) help_word(help, "[OPTION...]");
    } else {
      help_usage_options(help);
    }
    size_t n = rest ? strcspn(rest, "\n") : 0;
    for (const char *at = rest; at && at < rest + n;) {
      size_t blanks = strspn(at, " "), word = strcspn(at + blanks, " \n");
      if (word >= sizeof text) word = sizeof text - 1;
      __builtin_memcpy(text, at + blanks, word);
      text[word] = 0;
      if (word) help_word(help, text);
      at += blanks + word;
    }
    help_line(help);
    rest = rest && rest[n] ? rest + n + 1 : NULL;
    first = false;
  } while (rest);
}

/* Text before or after the options, which a vertical tab separates. */
static bool help_doc(struct help *help, const struct argp *argp, bool after, bool line_before) {
  const char *tab = argp->doc ? strchr(argp->doc, '\v') : NULL;
  const char *text = after ? (tab ? tab + 1 : NULL) : argp->doc;
  if (!text || !*text || (!after && tab == text)) return false;
  char copy[2000];
  size_t n = after || !tab ? strlen(text) : (size_t)(tab - text);
  if (n >= sizeof copy) n = sizeof copy - 1;
  __builtin_memcpy(copy, text, n);
  copy[n] = 0;
  if (line_before) help_line(help);
  help_text(help, copy);
  if (help->column > 0) help_line(help);
  return true;
}

static void help_print(const struct argp *root, FILE *stream, unsigned flags, const char *name) {
  if (!stream) return;
  struct help *help = calloc(1, sizeof *help);
  if (!help) return;
  help->stream = stream;
  const struct argp *argp = help_described(root);
  bool anything = false;
  if (flags & (ARGP_HELP_USAGE | ARGP_HELP_SHORT_USAGE | ARGP_HELP_LONG)) {
    help_collect(help, root, NULL, 0);
    help_sort(help);
  }
  if (flags & (ARGP_HELP_USAGE | ARGP_HELP_SHORT_USAGE)) {
    help_usage(help, argp, name, flags & ARGP_HELP_SHORT_USAGE);
    anything = true;
  }
  if (flags & ARGP_HELP_PRE_DOC) anything |= help_doc(help, argp, false, false);
  if (flags & ARGP_HELP_SEE) {
    fprintf(stream, "Try `%s --help' or `%s --usage' for more information.\n", name, name);
    anything = true;
  }
  if (flags & ARGP_HELP_LONG && help->count > 0) {
    if (anything) help_line(help);
    anything |= help_options(help);
  }
  if (flags & ARGP_HELP_POST_DOC) anything |= help_doc(help, argp, true, anything);
  if (flags & ARGP_HELP_BUG_ADDR && argp_program_bug_address) {
    if (anything) help_line(help);
    fprintf(stream, "Report bugs to %s.\n", argp_program_bug_address);
  }
  free(help);
}

void argp_help(const struct argp *argp, FILE *stream, unsigned flags, char *name) { help_print(argp, stream, flags, name); }

void argp_state_help(const struct argp_state *state, FILE *stream, unsigned flags) {
  if ((state && state->flags & ARGP_NO_ERRS) || !stream) return;
  if (state) help_print(state->root_argp, stream, flags, state->name);
  if (state && state->flags & ARGP_NO_EXIT) return;
  if (flags & ARGP_HELP_EXIT_ERR) exit(argp_err_exit_status);
  if (flags & ARGP_HELP_EXIT_OK) exit(0);
}

void argp_usage(const struct argp_state *state) { argp_state_help(state, stderr, ARGP_HELP_STD_USAGE); }

void argp_error(const struct argp_state *state, const char *format, ...) {
  if (state && state->flags & ARGP_NO_ERRS) return;
  FILE *stream = state ? state->err_stream : stderr;
  if (!stream) return;
  va_list arguments;
  va_start(arguments, format);
  if (state) fprintf(stream, "%s: ", state->name);
  vfprintf(stream, format, arguments);
  fprintf(stream, "\n");
  va_end(arguments);
  argp_state_help(state, stream, ARGP_HELP_STD_ERR);
}

void argp_failure(const struct argp_state *state, int status, int error, const char *format, ...) {
  if (state && state->flags & ARGP_NO_ERRS) return;
  FILE *stream = state ? state->err_stream : stderr;
  if (!stream) return;
  va_list arguments;
  va_start(arguments, format);
  fprintf(stream, "%s", state ? state->name : "");
  if (format) {
    fprintf(stream, ": ");
    vfprintf(stream, format, arguments);
  }
  if (error) fprintf(stream, ": %s", strerror(error));
  fprintf(stream, "\n");
  va_end(arguments);
  if (status && !(state && state->flags & ARGP_NO_EXIT)) exit(status);
}
