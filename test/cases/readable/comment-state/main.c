enum state { CODE, SLASH, COMMENT, STAR };
enum state step(enum state s, char c) {
  switch (s) {
    case CODE: return c == '/' ? SLASH : CODE;
    case SLASH: return c == '*' ? COMMENT : c == '/' ? SLASH : CODE;
    case COMMENT: return c == '*' ? STAR : COMMENT;
    default: return c == '/' ? CODE : c == '*' ? STAR : COMMENT;
  }
}
