/*
 * Finds out of which type an XML document is from as few bytes as possible: the name of its first tag says it. Written from
 * the description of SQL Power Architect's parser in Qi, Nguyen and Roychoudhury, section 5.4: 5 states, 12 transitions.
 * Each step gets the bytes read last, the newest at the end.
 *
 * automaton: --function detect --state d->state --initial OUTSIDE
 */
enum parsing { OUTSIDE, BRACKET, COMMENT, IGNORE, TAG };

struct detector {
  enum parsing state;
};

void add_to_name(char c);
void name_is_complete(void);

static int is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

void detect(struct detector *d, const char last[3]) {
  char c = last[2];
  switch (d->state) {
    case OUTSIDE:
      if (c == '<') d->state = BRACKET;
      break;
    case BRACKET:
      if (c == '!') d->state = COMMENT;
      else if (c == '?' || c == '/') d->state = IGNORE;
      else if (c == '>' || is_space(c)) d->state = OUTSIDE;
      else {
        add_to_name(c);
        d->state = TAG;
      }
      break;
    case COMMENT:
      if (last[0] == '-' && last[1] == '-' && c == '>') d->state = OUTSIDE;
      break;
    case IGNORE:
      if (c == '>') d->state = OUTSIDE;
      break;
    case TAG:
      if (c == '>' || is_space(c)) {
        name_is_complete();
        d->state = OUTSIDE;
      } else {
        add_to_name(c);
      }
      break;
  }
}
