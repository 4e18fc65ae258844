/*
 * Finds out of which type an XML document is from as few bytes as possible: the name of its first tag says it. Written from
 * the description of SQL Power Architect's parser in Qi, Nguyen and Roychoudhury, section 5.4: 5 states, 12 transitions.
 *
 * automaton: --function detect --state d->state --initial OUTSIDE --initial d->dashes=0 --initial d->length=0
 */
enum parsing { OUTSIDE, BRACKET, COMMENT, IGNORE, TAG };

#define LONGEST_NAME 31

struct detector {
  enum parsing state;
  int dashes;
  int length;
  char name[LONGEST_NAME + 1];
};

void detected(const char *name);

static int is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

static void add_to_name(struct detector *d, char c) {
  if (d->length < LONGEST_NAME) d->name[d->length++] = c;
}

void detect(struct detector *d, char c) {
  switch (d->state) {
    case OUTSIDE:
      if (c == '<') d->state = BRACKET;
      break;
    case BRACKET:
      if (c == '!') d->state = COMMENT;
      else if (c == '?') d->state = IGNORE;
      else if (c == '>') d->state = OUTSIDE;
      else if (!is_space(c)) {
        add_to_name(d, c);
        d->state = TAG;
      }
      break;
    case COMMENT:
      if (c == '>' && d->dashes == 2) {
        d->dashes = 0;
        d->state = OUTSIDE;
      } else {
        d->dashes = c != '-' ? 0 : d->dashes == 2 ? 2 : d->dashes + 1;
      }
      break;
    case IGNORE:
      if (c == '>') d->state = OUTSIDE;
      break;
    case TAG:
      if (c == '>' || is_space(c)) {
        d->name[d->length] = '\0';
        detected(d->name);
        d->length = 0;
        d->state = OUTSIDE;
      } else {
        add_to_name(d, c);
      }
      break;
  }
}
