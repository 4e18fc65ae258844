/*
 * Regular expressions: POSIX basic and extended, with GNU's additions and GNU's own interface.
 *
 * A pattern becomes a tree, and matching is backtracking over it: each node tries its ways in turn and hands the rest of the
 * pattern on as a continuation. The longest match from the leftmost start wins, as POSIX has it; among equally long ones the
 * first found, which prefers more repetitions, decides what subexpressions match. Characters are bytes of the C locale.
 */
#include "internal.h"

enum regex_kind { REGEX_EMPTY, REGEX_SET, REGEX_BOTH, REGEX_EITHER, REGEX_REPEAT, REGEX_GROUP, REGEX_REFERENCE, REGEX_LINE_START, REGEX_LINE_END, REGEX_TEXT_START, REGEX_TEXT_END, REGEX_WORD_START, REGEX_WORD_END, REGEX_BOUNDARY, REGEX_NO_BOUNDARY };

struct regex_node {
  enum regex_kind kind;
  struct regex_node *first, *second;
  struct regex_node *made_before; /* all nodes of a pattern, for freeing */
  int minimum, maximum;           /* -1: any number */
  int group;
  unsigned char set[32];
};

enum { REGEX_GROUPS = 32 };

struct regex_program {
  struct regex_node *root, *last_made;
  int groups;
  bool newline_anchors;
};

/* GNU's bits of a syntax. */
enum {
  SYNTAX_ESCAPES_IN_LISTS = 1 << 0,
  SYNTAX_BACKSLASH_PLUS = 1 << 1,
  SYNTAX_DOT_NEWLINE = 1 << 6,
  SYNTAX_DOT_NOT_NULL = 1 << 7,
  SYNTAX_LISTS_WITHOUT_NEWLINE = 1 << 8,
  SYNTAX_INTERVALS = 1 << 9,
  SYNTAX_LIMITED = 1 << 10,
  SYNTAX_NEWLINE_OR = 1 << 11,
  SYNTAX_PLAIN_BRACES = 1 << 12,
  SYNTAX_PLAIN_PARENTHESES = 1 << 13,
  SYNTAX_NO_REFERENCES = 1 << 14,
  SYNTAX_PLAIN_OR = 1 << 15,
  SYNTAX_CONTEXT_INDEPENDENT_ANCHORS = 1 << 3,
  SYNTAX_CONTEXT_INDEPENDENT = 1 << 4,
  SYNTAX_REPETITION_NEEDS_SOMETHING = 1 << 5,
  SYNTAX_NO_GNU = 1 << 19,
  SYNTAX_ANY_CASE = 1 << 22,
  SYNTAX_NO_SECOND_REPETITION = 1 << 24
};

enum { REGEX_NO_MATCH = 1, REGEX_BAD_ESCAPE = 5, REGEX_BAD_REFERENCE = 6, REGEX_BAD_BRACKET = 7, REGEX_BAD_PARENTHESIS = 8, REGEX_BAD_BRACE = 9, REGEX_BAD_INTERVAL = 10, REGEX_BAD_RANGE = 11, REGEX_NO_SPACE = 12, REGEX_BAD_REPEAT = 13, REGEX_BAD_CLASS = 4 };

static const char *const regex_messages[] = {"Success", "No match", "Invalid regular expression", "Invalid collation character", "Invalid character class name", "Trailing backslash", "Invalid back reference", "Unmatched [, [^, [:, [., or [=", "Unmatched ( or \\(", "Unmatched \\{", "Invalid content of \\{\\}", "Invalid range end", "Memory exhausted", "Invalid preceding regular expression"};

/* --- reading patterns ------------------------------------------------------------------------------------------------------------ */

struct regex_reader {
  const char *at, *start, *end;
  unsigned long syntax;
  struct regex_program *program;
  int error, open_groups;
};

static struct regex_node *regex_make(struct regex_reader *reader, enum regex_kind kind, struct regex_node *first, struct regex_node *second) {
  struct regex_node *node = malloc(sizeof *node);
  if (!node) return reader->error = REGEX_NO_SPACE, NULL;
  *node = (struct regex_node){.kind = kind, .first = first, .second = second, .made_before = reader->program->last_made};
  reader->program->last_made = node;
  return node;
}

static void regex_add(struct regex_node *node, unsigned char c, bool any_case) {
  node->set[c >> 3] |= (unsigned char)(1 << (c & 7));
  if (any_case && (unsigned)(c | 32) - 'a' < 26) node->set[(c ^ 32) >> 3] |= (unsigned char)(1 << ((c ^ 32) & 7));
}

static void regex_invert(struct regex_node *node) {
  for (int i = 0; i < 32; i++) node->set[i] = (unsigned char)~node->set[i];
}

static void regex_leave_out(struct regex_node *node, unsigned char c) { node->set[c >> 3] &= (unsigned char)~(1 << (c & 7)); }

static bool regex_is_word(int c) { return (unsigned)c - '0' < 10 || ((unsigned)c | 32) - 'a' < 26 || c == '_'; }

unsigned long wctype(const char *name);
int iswctype(wint_t c, unsigned long type);

static bool regex_peek(const struct regex_reader *reader, const char *text) {
  size_t n = strlen(text);
  return (size_t)(reader->end - reader->at) >= n && strncmp(reader->at, text, n) == 0;
}

/* One element of a bracket expression, as a character; -1 after a class was added, -2 after an error. */
static int regex_element(struct regex_reader *reader, struct regex_node *node, bool any_case) {
  if (regex_peek(reader, "[:") || regex_peek(reader, "[.") || regex_peek(reader, "[=")) {
    char kind = reader->at[1], name[8];
    const char *from = reader->at + 2, *to = from;
    while (to + 1 < reader->end && !(to[0] == kind && to[1] == ']')) to++;
    if (to + 1 >= reader->end) return reader->error = REGEX_BAD_BRACKET, -2;
    reader->at = to + 2;
    if (kind != ':') return to - from == 1 ? (unsigned char)*from : (reader->error = 3, -2);
    unsigned long class = 0;
    if (to - from < (ptrdiff_t)sizeof name) {
      __builtin_memcpy(name, from, (size_t)(to - from));
      name[to - from] = 0;
      class = wctype(name);
    }
    if (!class) return reader->error = REGEX_BAD_CLASS, -2;
    for (int c = 0; c < 128; c++) {
      if (iswctype((wint_t)c, class)) regex_add(node, (unsigned char)c, any_case);
    }
    return -1;
  }
  if (*reader->at == '\\' && reader->syntax & SYNTAX_ESCAPES_IN_LISTS && reader->at + 1 < reader->end) reader->at++;
  return (unsigned char)*reader->at++;
}

static struct regex_node *regex_brackets(struct regex_reader *reader) {
  struct regex_node *node = regex_make(reader, REGEX_SET, NULL, NULL);
  bool any_case = reader->syntax & SYNTAX_ANY_CASE, inverted = reader->at < reader->end && *reader->at == '^';
  if (!node) return NULL;
  if (inverted) reader->at++;
  for (bool first = true;; first = false) {
    if (reader->at >= reader->end) return reader->error = REGEX_BAD_BRACKET, NULL;
    if (*reader->at == ']' && !first) break;
    int from = regex_element(reader, node, any_case), to = from;
    if (from == -2) return NULL;
    if (from == -1) continue;
    if (reader->at + 1 < reader->end && reader->at[0] == '-' && reader->at[1] != ']') {
      reader->at++;
      to = regex_element(reader, node, any_case);
      if (to < 0 || to < from) return reader->error = REGEX_BAD_RANGE, NULL;
    }
    for (int c = from; c <= to; c++) regex_add(node, (unsigned char)c, any_case);
  }
  reader->at++;
  if (inverted) {
    regex_invert(node);
    if (reader->syntax & SYNTAX_LISTS_WITHOUT_NEWLINE) regex_leave_out(node, '\n');
  }
  return node;
}

static struct regex_node *regex_character(struct regex_reader *reader, char c) {
  struct regex_node *node = regex_make(reader, REGEX_SET, NULL, NULL);
  if (node) regex_add(node, (unsigned char)c, reader->syntax & SYNTAX_ANY_CASE);
  return node;
}

static struct regex_node *regex_dot(struct regex_reader *reader) {
  struct regex_node *node = regex_make(reader, REGEX_SET, NULL, NULL);
  if (!node) return NULL;
  regex_invert(node);
  if (!(reader->syntax & SYNTAX_DOT_NEWLINE)) regex_leave_out(node, '\n');
  if (reader->syntax & SYNTAX_DOT_NOT_NULL) regex_leave_out(node, 0);
  return node;
}

/* \w, \W, \s, \S */
static struct regex_node *regex_named_set(struct regex_reader *reader, char name) {
  struct regex_node *node = regex_make(reader, REGEX_SET, NULL, NULL);
  if (!node) return NULL;
  for (int c = 0; c < 128; c++) {
    if ((name | 32) == 'w' ? regex_is_word(c) : pf_is_space(c)) regex_add(node, (unsigned char)c, false);
  }
  if (name == 'W' || name == 'S') regex_invert(node);
  return node;
}

static struct regex_node *regex_alternatives(struct regex_reader *reader);

static bool regex_at_or(const struct regex_reader *reader) {
  if (reader->syntax & SYNTAX_LIMITED) return false;
  return regex_peek(reader, reader->syntax & SYNTAX_PLAIN_OR ? "|" : "\\|") || (reader->syntax & SYNTAX_NEWLINE_OR && regex_peek(reader, "\n"));
}

static bool regex_at_close(const struct regex_reader *reader) {
  return reader->open_groups > 0 && regex_peek(reader, reader->syntax & SYNTAX_PLAIN_PARENTHESES ? ")" : "\\)");
}

static struct regex_node *regex_group(struct regex_reader *reader) {
  int number = ++reader->program->groups;
  reader->open_groups++;
  struct regex_node *inside = regex_alternatives(reader);
  if (reader->error) return NULL;
  if (!regex_at_close(reader)) return reader->error = REGEX_BAD_PARENTHESIS, NULL;
  reader->at += reader->syntax & SYNTAX_PLAIN_PARENTHESES ? 1 : 2;
  reader->open_groups--;
  struct regex_node *node = regex_make(reader, REGEX_GROUP, inside, NULL);
  if (node) node->group = number;
  return node;
}

static struct regex_node *regex_escape(struct regex_reader *reader) {
  if (reader->at >= reader->end) return reader->error = REGEX_BAD_ESCAPE, NULL;
  char c = *reader->at++;
  bool gnu = !(reader->syntax & SYNTAX_NO_GNU);
  if (c == '(' && !(reader->syntax & SYNTAX_PLAIN_PARENTHESES)) return regex_group(reader);
  if (c >= '1' && c <= '9' && !(reader->syntax & SYNTAX_NO_REFERENCES)) {
    struct regex_node *node = regex_make(reader, REGEX_REFERENCE, NULL, NULL);
    if (c - '0' > reader->program->groups) return reader->error = REGEX_BAD_REFERENCE, NULL;
    if (node) node->group = c - '0';
    return node;
  }
  if (gnu && (c == 'w' || c == 'W' || c == 's' || c == 'S')) return regex_named_set(reader, c);
  static const struct {
    char name;
    enum regex_kind kind;
  } places[] = {{'`', REGEX_TEXT_START}, {'\'', REGEX_TEXT_END}, {'<', REGEX_WORD_START}, {'>', REGEX_WORD_END}, {'b', REGEX_BOUNDARY}, {'B', REGEX_NO_BOUNDARY}};
  for (size_t i = 0; gnu && i < sizeof places / sizeof *places; i++) {
    if (c == places[i].name) return regex_make(reader, places[i].kind, NULL, NULL);
  }
  return regex_character(reader, c);
}

static bool regex_at_start(const struct regex_reader *reader) {
  const char *at = reader->at, *start = reader->start;
  if (at == start) return true;
  if (at[-1] == '(' && (reader->syntax & SYNTAX_PLAIN_PARENTHESES || (at - start >= 2 && at[-2] == '\\'))) return true;
  if (at[-1] == '|' && (reader->syntax & SYNTAX_PLAIN_OR || (at - start >= 2 && at[-2] == '\\'))) return true;
  return at[-1] == '\n' && reader->syntax & SYNTAX_NEWLINE_OR;
}

static bool regex_at_end(struct regex_reader *reader) { return reader->at >= reader->end || regex_at_or(reader) || regex_at_close(reader); }

/* Tells how often the piece before is repeated; false when nothing of the kind follows. */
static bool regex_repetition(struct regex_reader *reader, int *minimum, int *maximum) {
  bool plain = !(reader->syntax & SYNTAX_BACKSLASH_PLUS);
  const char *more = plain ? "+" : "\\+", *maybe = plain ? "?" : "\\?", *brace = reader->syntax & SYNTAX_PLAIN_BRACES ? "{" : "\\{";
  if (regex_peek(reader, "*")) return *minimum = 0, *maximum = -1, reader->at++, true;
  if (!(reader->syntax & SYNTAX_LIMITED) && regex_peek(reader, more)) return *minimum = 1, *maximum = -1, reader->at += strlen(more), true;
  if (!(reader->syntax & SYNTAX_LIMITED) && regex_peek(reader, maybe)) return *minimum = 0, *maximum = 1, reader->at += strlen(maybe), true;
  if (!(reader->syntax & SYNTAX_INTERVALS) || !regex_peek(reader, brace)) return false;
  const char *before = reader->at;
  reader->at += strlen(brace);
  int low = 0, high;
  bool digits = false;
  for (; reader->at < reader->end && pf_is_digit(*reader->at) && low < 40000; digits = true) low = low * 10 + (*reader->at++ - '0');
  high = low;
  if (reader->at < reader->end && *reader->at == ',') {
    reader->at++;
    high = -1;
    if (reader->at < reader->end && pf_is_digit(*reader->at)) {
      for (high = 0; reader->at < reader->end && pf_is_digit(*reader->at) && high < 40000;) high = high * 10 + (*reader->at++ - '0');
    }
  } else if (!digits) {
    if (reader->syntax & SYNTAX_PLAIN_BRACES) return reader->at = before, false; /* a plain brace */
    return reader->error = reader->at >= reader->end ? REGEX_BAD_BRACE : REGEX_BAD_INTERVAL, true;
  }
  const char *close = reader->syntax & SYNTAX_PLAIN_BRACES ? "}" : "\\}";
  if (!regex_peek(reader, close)) return reader->error = reader->at >= reader->end ? REGEX_BAD_BRACE : REGEX_BAD_INTERVAL, true;
  reader->at += strlen(close);
  if ((high != -1 && low > high) || low > 32767 || high > 32767) return reader->error = REGEX_BAD_INTERVAL, true;
  return *minimum = low, *maximum = high, true;
}

static struct regex_node *regex_piece(struct regex_reader *reader) {
  bool starts = regex_at_start(reader), anywhere = reader->syntax & SYNTAX_CONTEXT_INDEPENDENT_ANCHORS;
  char c = *reader->at;
  struct regex_node *node;
  int minimum, maximum;
  if (starts && anywhere && regex_repetition(reader, &minimum, &maximum)) {
    if (!reader->error && reader->syntax & SYNTAX_REPETITION_NEEDS_SOMETHING) reader->error = REGEX_BAD_REPEAT;
    return reader->error ? NULL : regex_make(reader, REGEX_EMPTY, NULL, NULL);
  }
  reader->at++;
  if (c == '\\') node = regex_escape(reader);
  else if (c == '[') node = regex_brackets(reader);
  else if (c == '.') node = regex_dot(reader);
  else if (c == '(' && reader->syntax & SYNTAX_PLAIN_PARENTHESES) node = regex_group(reader);
  else if (c == '^' && (starts || anywhere)) node = regex_make(reader, REGEX_LINE_START, NULL, NULL);
  else if (c == '$' && (anywhere || regex_at_end(reader) || (!(reader->syntax & SYNTAX_PLAIN_PARENTHESES) && regex_peek(reader, "\\)"))))
    node = regex_make(reader, REGEX_LINE_END, NULL, NULL);
  else node = regex_character(reader, c);
  if (node && c == '^' && node->kind == REGEX_LINE_START && !anywhere) {
    /* In basic expressions a star behind the anchor is a character. */
    if (!regex_peek(reader, "*")) return node;
    reader->at++;
    return regex_make(reader, REGEX_BOTH, node, regex_character(reader, '*'));
  }
  while (!reader->error && node && reader->at < reader->end && regex_repetition(reader, &minimum, &maximum)) {
    if (reader->error) return NULL;
    node = regex_make(reader, REGEX_REPEAT, node, NULL);
    if (node) node->minimum = minimum, node->maximum = maximum;
    bool twice = reader->syntax & SYNTAX_NO_SECOND_REPETITION && (regex_peek(reader, "*") || regex_peek(reader, "\\{"));
    if (twice) return reader->error = REGEX_BAD_REPEAT, NULL;
  }
  return node;
}

static struct regex_node *regex_sequence(struct regex_reader *reader) {
  struct regex_node *all = NULL;
  while (!reader->error && !regex_at_end(reader)) {
    struct regex_node *piece = regex_piece(reader);
    all = all ? regex_make(reader, REGEX_BOTH, all, piece) : piece;
  }
  return all ? all : regex_make(reader, REGEX_EMPTY, NULL, NULL);
}

static struct regex_node *regex_alternatives(struct regex_reader *reader) {
  struct regex_node *all = regex_sequence(reader);
  while (!reader->error && reader->at < reader->end && regex_at_or(reader)) {
    reader->at += *reader->at == '\\' ? 2 : 1;
    struct regex_node *other = regex_sequence(reader);
    all = regex_make(reader, REGEX_EITHER, all, other);
  }
  return all;
}

static void regex_discard(struct regex_program *program) {
  if (!program) return;
  for (struct regex_node *node = program->last_made; node;) {
    struct regex_node *before = node->made_before;
    free(node);
    node = before;
  }
  free(program);
}

static int regex_read(const char *pattern, size_t length, unsigned long syntax, struct regex_program **result) {
  struct regex_program *program = malloc(sizeof *program);
  if (!program) return REGEX_NO_SPACE;
  *program = (struct regex_program){0};
  struct regex_reader reader = {.at = pattern, .start = pattern, .end = pattern + length, .syntax = syntax, .program = program};
  program->root = regex_alternatives(&reader);
  if (!reader.error && reader.at < reader.end) reader.error = REGEX_BAD_PARENTHESIS;
  if (!reader.error && program->groups >= REGEX_GROUPS) reader.error = REGEX_NO_SPACE;
  if (reader.error) {
    regex_discard(program);
    return reader.error;
  }
  *result = program;
  return 0;
}

/* --- matching ----------------------------------------------------------------------------------------------------------------------- */

struct regex_span {
  ptrdiff_t start, end;
};

struct regex_match {
  const struct regex_program *program;
  const char *text;
  ptrdiff_t length;
  bool not_line_start, not_line_end;
  struct regex_span now[REGEX_GROUPS], best[REGEX_GROUPS];
  ptrdiff_t best_end;
};

/* What remains to be matched behind the current node. */
struct regex_rest {
  const struct regex_node *node;
  const struct regex_rest *next;
  int count;         /* of a repetition: how often it has matched */
  ptrdiff_t started; /* where this repetition, or this group, began */
  bool closes_group;
};

static bool regex_word_at(const struct regex_match *match, ptrdiff_t at) {
  return at >= 0 && at < match->length && regex_is_word((unsigned char)match->text[at]);
}

static bool regex_place_holds(const struct regex_match *match, enum regex_kind kind, ptrdiff_t at) {
  bool newline = match->program->newline_anchors, before = regex_word_at(match, at - 1), behind = regex_word_at(match, at);
  switch (kind) {
    case REGEX_LINE_START:
      return (at == 0 && !match->not_line_start) || (newline && at > 0 && match->text[at - 1] == '\n');
    case REGEX_LINE_END:
      return (at == match->length && !match->not_line_end) || (newline && at < match->length && match->text[at] == '\n');
    case REGEX_TEXT_START:
      return at == 0;
    case REGEX_TEXT_END:
      return at == match->length;
    case REGEX_WORD_START:
      return !before && behind;
    case REGEX_WORD_END:
      return before && !behind;
    case REGEX_BOUNDARY:
      return before != behind;
    default:
      return before == behind;
  }
}

static void regex_try(struct regex_match *match, const struct regex_node *node, ptrdiff_t at, const struct regex_rest *rest);

static void regex_repeat(struct regex_match *match, const struct regex_node *node, int count, ptrdiff_t started, ptrdiff_t at, const struct regex_rest *rest);

static void regex_continue(struct regex_match *match, ptrdiff_t at, const struct regex_rest *rest) {
  if (!rest) {
    if (at > match->best_end) {
      match->best_end = at;
      __builtin_memcpy(match->best, match->now, sizeof match->best);
    }
  } else if (rest->closes_group) {
    struct regex_span saved = match->now[rest->node->group];
    match->now[rest->node->group] = (struct regex_span){rest->started, at};
    regex_continue(match, at, rest->next);
    match->now[rest->node->group] = saved;
  } else if (rest->node->kind == REGEX_REPEAT) {
    regex_repeat(match, rest->node, rest->count, rest->started, at, rest->next);
  } else {
    regex_try(match, rest->node, at, rest->next);
  }
}

/* A repetition that matched nothing the last time is not tried again. */
static void regex_repeat(struct regex_match *match, const struct regex_node *node, int count, ptrdiff_t started, ptrdiff_t at, const struct regex_rest *rest) {
  bool may_go_on = (node->maximum == -1 || count < node->maximum) && (at != started || count < node->minimum || count == 0);
  if (may_go_on) {
    struct regex_rest again = {.node = node, .next = rest, .count = count + 1, .started = at};
    regex_try(match, node->first, at, &again);
  }
  if (count >= node->minimum) regex_continue(match, at, rest);
}

static void regex_try(struct regex_match *match, const struct regex_node *node, ptrdiff_t at, const struct regex_rest *rest) {
  if (match->best_end == match->length) return; /* nothing is longer */
  switch (node->kind) {
    case REGEX_EMPTY:
      regex_continue(match, at, rest);
      break;
    case REGEX_SET:
      if (at < match->length) {
        unsigned char c = (unsigned char)match->text[at];
        if (node->set[c >> 3] >> (c & 7) & 1) regex_continue(match, at + 1, rest);
      }
      break;
    case REGEX_BOTH: {
      struct regex_rest second = {.node = node->second, .next = rest};
      if (node->second->kind == REGEX_REPEAT) second.started = -1;
      regex_try(match, node->first, at, &second);
      break;
    }
    case REGEX_EITHER:
      regex_try(match, node->first, at, rest);
      regex_try(match, node->second, at, rest);
      break;
    case REGEX_REPEAT:
      regex_repeat(match, node, 0, -1, at, rest);
      break;
    case REGEX_GROUP: {
      struct regex_rest close = {.node = node, .next = rest, .started = at, .closes_group = true};
      regex_try(match, node->first, at, &close);
      break;
    }
    case REGEX_REFERENCE: {
      struct regex_span span = match->now[node->group];
      ptrdiff_t n = span.end - span.start;
      if (span.start < 0 || n > match->length - at) break;
      if (memcmp(match->text + span.start, match->text + at, (size_t)n) == 0) regex_continue(match, at + n, rest);
      break;
    }
    default:
      if (regex_place_holds(match, node->kind, at)) regex_continue(match, at, rest);
      break;
  }
}

/* The length of the longest match at a place; -1 when there is none. */
static ptrdiff_t regex_match_at(struct regex_match *match, ptrdiff_t at) {
  match->best_end = -1;
  for (int i = 0; i < REGEX_GROUPS; i++) match->now[i] = (struct regex_span){-1, -1};
  regex_try(match, match->program->root, at, NULL);
  if (match->best_end < 0) return -1;
  match->best[0] = (struct regex_span){at, match->best_end};
  return match->best_end - at;
}

/* --- the interface of POSIX ------------------------------------------------------------------------------------------------------------ */

#if PF_WASI
struct re_pattern_buffer {
  size_t groups;
  struct regex_program *program;
  void *unused[4];
  size_t unused_groups;
  char unused_byte;
};
#else
struct re_pattern_buffer {
  struct regex_program *program;
  unsigned long allocated, used, syntax;
  char *fastmap;
  unsigned char *translate;
  size_t groups;
  unsigned can_be_null : 2, registers_allocated : 2, fastmap_accurate : 1, no_groups : 1, not_line_start : 1, not_line_end : 1, newline_anchors : 1;
};
#endif
typedef struct re_pattern_buffer regex_t;

typedef struct {
  int start, end;
} regmatch_t;

enum { REGEX_EXTENDED = 1, REGEX_ICASE = 2, REGEX_NEWLINE = 4, REGEX_NOSUB = 8, REGEX_NOTBOL = 1, REGEX_NOTEOL = 2, REGEX_STARTEND = 4 };
enum { SYNTAX_COMMON = 4 | SYNTAX_DOT_NEWLINE | SYNTAX_DOT_NOT_NULL | SYNTAX_INTERVALS | 1 << 16 };
enum { SYNTAX_BASIC = SYNTAX_COMMON | SYNTAX_BACKSLASH_PLUS | SYNTAX_NO_SECOND_REPETITION, SYNTAX_EXTENDED = SYNTAX_COMMON | SYNTAX_CONTEXT_INDEPENDENT_ANCHORS | SYNTAX_CONTEXT_INDEPENDENT | SYNTAX_PLAIN_BRACES | SYNTAX_PLAIN_PARENTHESES | SYNTAX_PLAIN_OR | SYNTAX_REPETITION_NEEDS_SOMETHING | 1 << 17 };

int regcomp(regex_t *restrict expression, const char *restrict pattern, int flags) {
  unsigned long syntax = flags & REGEX_EXTENDED ? SYNTAX_EXTENDED : SYNTAX_BASIC;
  if (flags & REGEX_ICASE) syntax |= SYNTAX_ANY_CASE;
  if (flags & REGEX_NEWLINE) syntax = (syntax & ~(unsigned long)SYNTAX_DOT_NEWLINE) | SYNTAX_LISTS_WITHOUT_NEWLINE;
  *expression = (regex_t){0};
  int error = regex_read(pattern, strlen(pattern), syntax, &expression->program);
  if (error) return error;
  expression->program->newline_anchors = flags & REGEX_NEWLINE;
  expression->groups = (size_t)expression->program->groups;
#if !PF_WASI
  expression->no_groups = (flags & REGEX_NOSUB) != 0;
#endif
  return 0;
}

int regexec(const regex_t *restrict expression, const char *restrict text, size_t count, regmatch_t *restrict matches, int flags) {
  ptrdiff_t from = flags & REGEX_STARTEND ? matches[0].start : 0;
  struct regex_match match = {.program = expression->program,
                              .text = text,
                              .length = flags & REGEX_STARTEND ? matches[0].end : (ptrdiff_t)strlen(text),
                              .not_line_start = flags & REGEX_NOTBOL,
                              .not_line_end = flags & REGEX_NOTEOL};
  for (ptrdiff_t at = from; at <= match.length; at++) {
    if (regex_match_at(&match, at) < 0) continue;
#if !PF_WASI
    if (expression->no_groups) return 0;
#endif
    for (size_t i = 0; matches && i < count; i++) {
      bool exists = i <= expression->groups && i < REGEX_GROUPS;
      matches[i] = (regmatch_t){exists ? (int)match.best[i].start : -1, exists ? (int)match.best[i].end : -1};
    }
    return 0;
  }
  return REGEX_NO_MATCH;
}

void regfree(regex_t *expression) {
  regex_discard(expression->program);
  expression->program = NULL;
#if !PF_WASI
  free(expression->fastmap);
  expression->fastmap = NULL;
#endif
}

size_t regerror(int error, const regex_t *restrict expression, char *restrict buffer, size_t size) {
  (void)expression;
  const char *text = error >= 0 && error < (int)(sizeof regex_messages / sizeof *regex_messages) ? regex_messages[error] : "Unknown error";
  size_t n = strlen(text) + 1;
  if (size > 0) {
    size_t now = n < size ? n : size;
    __builtin_memcpy(buffer, text, now);
    buffer[now - 1] = 0;
  }
  return n;
}

/* --- GNU's interface -------------------------------------------------------------------------------------------------------------------- */

#if !PF_WASI

unsigned long re_syntax_options;

unsigned long re_set_syntax(unsigned long syntax) {
  unsigned long old = re_syntax_options;
  re_syntax_options = syntax;
  return old;
}

const char *re_compile_pattern(const char *pattern, size_t length, regex_t *expression) {
  enum { SYNTAX_NO_GROUPS = 1 << 25 };
  int error = regex_read(pattern, length, re_syntax_options, &expression->program);
  expression->no_groups = (re_syntax_options & SYNTAX_NO_GROUPS) != 0;
  expression->newline_anchors = 1;
  if (error) return regex_messages[error];
  expression->program->newline_anchors = true;
  expression->groups = (size_t)expression->program->groups;
  return NULL;
}

int re_compile_fastmap(regex_t *expression) { return (void)expression, 0; }

struct re_registers {
  unsigned count;
  int *start, *end;
};

/* Room for one more register than there are groups, as GNU has it: the last one holds -1. */
static void regex_fill(regex_t *expression, struct re_registers *registers, const struct regex_match *match) {
  enum { UNALLOCATED = 0, REALLOCATE = 1 };
  unsigned needed = (unsigned)expression->groups + 2;
  if (expression->registers_allocated == UNALLOCATED || (expression->registers_allocated == REALLOCATE && registers->count < needed)) {
    if (expression->registers_allocated == UNALLOCATED) registers->start = registers->end = NULL;
    registers->start = realloc(registers->start, needed * sizeof(int));
    registers->end = realloc(registers->end, needed * sizeof(int));
    registers->count = needed;
    expression->registers_allocated = REALLOCATE;
  }
  for (unsigned i = 0; i < registers->count; i++) {
    bool exists = i <= expression->groups;
    registers->start[i] = exists ? (int)match->best[i].start : -1;
    registers->end[i] = exists ? (int)match->best[i].end : -1;
  }
}

void re_set_registers(regex_t *expression, struct re_registers *registers, unsigned count, int *start, int *end) {
  expression->registers_allocated = count ? 1 : 0;
  registers->count = count;
  registers->start = count ? start : NULL;
  registers->end = count ? end : NULL;
}

static struct regex_match regex_prepare(const regex_t *expression, const char *text, ptrdiff_t length) {
  return (struct regex_match){.program = expression->program, .text = text, .length = length, .not_line_start = expression->not_line_start, .not_line_end = expression->not_line_end};
}

int re_match(regex_t *expression, const char *text, int length, int start, struct re_registers *registers) {
  struct regex_match match = regex_prepare(expression, text, length);
  if (start < 0 || start > length) return -1;
  ptrdiff_t n = regex_match_at(&match, start);
  if (n >= 0 && registers && !expression->no_groups) regex_fill(expression, registers, &match);
  return (int)n;
}

int re_search(regex_t *expression, const char *text, int length, int start, int range, struct re_registers *registers) {
  struct regex_match match = regex_prepare(expression, text, length);
  if (start < 0 || start > length) return -1;
  int step = range < 0 ? -1 : 1, last = start + range;
  if (last > length) last = length;
  if (last < 0) last = 0;
  for (int at = start;; at += step) {
    if (regex_match_at(&match, at) >= 0) {
      if (registers && !expression->no_groups) regex_fill(expression, registers, &match);
      return at;
    }
    if (at == last) return -1;
  }
}

#endif
