enum kind { NOTHING, WORD, END };

struct token {
  enum kind kind;
  int start, end;
};

struct scanner {
  unsigned next;
  void *user;
};

int token_at(struct scanner *s, struct token *tokens, unsigned count, const char *text) {
  if (s->next >= count) return -1;
  if (s->next > 0) return 0;
  tokens[s->next].kind = text[0] == '\0' ? END : WORD;
  tokens[s->next].start = 0;
  tokens[s->next].end = 1;
  s->next++;
  return 1;
}
