/*
 * tokenizer: splits a line of a small configuration language into tokens and prints their kinds.
 *
 * Input:   "line", a string of at most LENGTH characters.
 * Output:  one letter per token on standard output, the number of tokens as exit status, 64 and above for errors.
 *
 * Seeded faults
 *   1. out of bounds (skip_escape): a backslash as the very last character inside a string literal skips the
 *      terminating zero as well, and the scan goes on behind the buffer.
 *   2. out of bounds (finish_word): a word of exactly WORD_SIZE characters has its terminating zero written one past
 *      the end of the word buffer.
 */
#include <pathfold.h>
#include <stdio.h>
#include <string.h>

#ifndef LENGTH
#define LENGTH 4
#endif

#define WORD_SIZE 4
#define MAX_TOKENS (LENGTH + 1)

enum kind { WORD, KEYWORD, NUMBER, HEX, STRING, OPERATOR, COMMENT, END, ERROR };

enum problem { NONE, BAD_NUMBER = 64, BAD_STRING = 65, BAD_CHARACTER = 66, TOO_LONG = 67 };

struct token {
  enum kind kind;
  int start;
  int length;
  int value;
};

struct scanner {
  const char *text;
  int at;
  enum problem problem;
};

static struct token tokens[MAX_TOKENS];
static int token_count;

static char word[WORD_SIZE];
static int word_length;

static int is_space(char c) { return c == ' ' || c == '\t'; }
static int is_digit(char c) { return c >= '0' && c <= '9'; }
static int is_letter(char c) { return (c >= 'a' && c <= 'z') || c == '_'; }

static int hex_value(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

static void add_token(enum kind kind, int start, int length, int value) {
  struct token *token = &tokens[token_count++];
  token->kind = kind;
  token->start = start;
  token->length = length;
  token->value = value;
}

static void fail(struct scanner *s, enum problem problem) {
  s->problem = problem;
  add_token(ERROR, s->at, 0, problem);
}

/* Behind a backslash any character belongs to the literal. */
static void skip_escape(struct scanner *s) { s->at += 2; }

static void scan_string(struct scanner *s) {
  int start = s->at++;
  while (s->text[s->at] != '"') {
    if (s->text[s->at] == '\0') {
      fail(s, BAD_STRING);
      return;
    }
    if (s->text[s->at] == '\\')
      skip_escape(s);
    else
      s->at++;
  }
  s->at++;
  add_token(STRING, start, s->at - start, 0);
}

static void scan_hex(struct scanner *s, int start) {
  int value = 0;
  int digits = 0;
  s->at += 2;
  for (int digit; (digit = hex_value(s->text[s->at])) >= 0; s->at++) {
    value = value * 16 + digit;
    digits++;
  }
  if (digits == 0) {
    fail(s, BAD_NUMBER);
    return;
  }
  add_token(HEX, start, s->at - start, value);
}

static void scan_number(struct scanner *s) {
  int start = s->at;
  int value = 0;
  if (s->text[s->at] == '0' && s->text[s->at + 1] == 'x') {
    scan_hex(s, start);
    return;
  }
  while (is_digit(s->text[s->at])) {
    value = value * 10 + (s->text[s->at] - '0');
    s->at++;
  }
  if (is_letter(s->text[s->at])) {
    fail(s, BAD_NUMBER);
    return;
  }
  add_token(NUMBER, start, s->at - start, value);
}

static int is_keyword(const char *text) { return strcmp(text, "on") == 0 || strcmp(text, "off") == 0; }

static void finish_word(int start) {
  word[word_length] = '\0';
  add_token(is_keyword(word) ? KEYWORD : WORD, start, word_length, 0);
}

static void scan_word(struct scanner *s) {
  int start = s->at;
  word_length = 0;
  while (is_letter(s->text[s->at]) || is_digit(s->text[s->at])) {
    if (word_length == WORD_SIZE) {
      fail(s, TOO_LONG);
      return;
    }
    word[word_length++] = s->text[s->at++];
  }
  finish_word(start);
}

static void scan_comment(struct scanner *s) {
  int start = s->at;
  while (s->text[s->at] != '\0') s->at++;
  add_token(COMMENT, start, s->at - start, 0);
}

static void scan_operator(struct scanner *s) {
  int start = s->at;
  switch (s->text[s->at]) {
    case '=':
    case ',':
      s->at++;
      break;
    case '<':
    case '>':
      s->at++;
      if (s->text[s->at] == '=') s->at++;
      break;
    default:
      fail(s, BAD_CHARACTER);
      return;
  }
  add_token(OPERATOR, start, s->at - start, s->text[start]);
}

static void scan_line(struct scanner *s) {
  while (s->problem == NONE && s->text[s->at] != '\0') {
    char c = s->text[s->at];
    if (is_space(c))
      s->at++;
    else if (c == '"')
      scan_string(s);
    else if (is_digit(c))
      scan_number(s);
    else if (is_letter(c))
      scan_word(s);
    else if (c == '#')
      scan_comment(s);
    else
      scan_operator(s);
  }
}

int main(void) {
  static char line[LENGTH + 1];
  static struct scanner scanner;
  pathfold_string(line, sizeof line, "line");
  scanner.text = line;
  scan_line(&scanner);
  for (int i = 0; i < token_count; i++) putchar("wknxsoc.!"[tokens[i].kind]);
  putchar('\n');
  return scanner.problem != NONE ? (int)scanner.problem : token_count;
}
