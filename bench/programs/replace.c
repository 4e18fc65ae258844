/*
 * Replaces in a text what a pattern matches, in the manner of the old Unix filter: a letter matches itself, '?' any letter, '%' at the
 * beginning the start of the text, '[ab]' one of some letters ('[^ab]' none of them), '*' after any of these repeats it. In the
 * replacement, '&' stands for what was matched.
 *
 * Inputs: a pattern of at most LENGTH characters, a text of at most LENGTH characters.
 * Result: 0 when nothing was matched, 1 when something was, 2 when the pattern is malformed; prints the text that comes out.
 *
 * Seeded faults:
 *   - out of bounds: a class of more than two letters overflows its array of members;
 *   - failed assert: a repeated class that excludes letters matches the empty text at the start of the text.
 */
#include <assert.h>
#include <pathfold.h>
#include <stdio.h>
#include <string.h>

#ifndef LENGTH
#define LENGTH 5
#endif

#define MAX_ELEMENTS (LENGTH + 1)
#define MAX_MEMBERS 2

enum kind { LETTER, ANY, START, CLASS };

struct element {
  enum kind kind;
  char members[MAX_MEMBERS];
  int member_count;
  int excludes;
  int repeats;
};

struct pattern {
  struct element elements[MAX_ELEMENTS];
  int count;
};

static const char replacement[] = "<&>";

/* The class that begins after '['; returns where it ends, or null. */
static const char *read_class(const char *text, struct element *element) {
  element->kind = CLASS;
  if (*text == '^') {
    element->excludes = 1;
    text++;
  }
  char members[MAX_MEMBERS];
  while (*text != 0 && *text != ']') members[element->member_count++] = *text++;
  memcpy(element->members, members, (size_t)element->member_count);
  return *text == ']' && element->member_count > 0 ? text + 1 : NULL;
}

static int read_pattern(const char *text, struct pattern *pattern) {
  const char *start = text;
  while (*text != 0) {
    struct element *element = &pattern->elements[pattern->count];
    if (*text == '*') {
      if (pattern->count == 0 || element[-1].kind == START || element[-1].repeats) return 0;
      element[-1].repeats = 1;
      text++;
      continue;
    }
    pattern->count++;
    if (*text == '[') {
      text = read_class(text + 1, element);
      if (text == NULL) return 0;
      continue;
    }
    element->kind = *text == '?' ? ANY : *text == '%' && text == start ? START : LETTER;
    element->members[0] = *text++;
  }
  return pattern->count > 0;
}

static int matches_one(const struct element *element, char letter) {
  int found = 0;
  if (letter == 0) return 0;
  switch (element->kind) {
    case ANY:
      return 1;
    case LETTER:
      return letter == element->members[0];
    case CLASS:
      for (int i = 0; i < element->member_count; i++)
        if (element->members[i] == letter) found = 1;
      return found != element->excludes;
    default:
      return 0;
  }
}

/* How many characters are matched at a place, by the elements from one on; -1 when they do not match. */
static int match(const struct pattern *pattern, int first, const char *text, int at) {
  if (first == pattern->count) return 0;
  const struct element *element = &pattern->elements[first];
  if (element->kind == START) return at == 0 ? match(pattern, first + 1, text, at) : -1;
  if (!element->repeats) {
    if (!matches_one(element, text[at])) return -1;
    int rest = match(pattern, first + 1, text, at + 1);
    return rest < 0 ? -1 : rest + 1;
  }
  int most = 0;
  while (matches_one(element, text[at + most])) most++;
  assert(!(at == 0 && most == 0 && element->excludes && text[0] != 0));
  for (int taken = most; taken >= 0; taken--) {
    int rest = match(pattern, first + 1, text, at + taken);
    if (rest >= 0) return taken + rest;
  }
  return -1;
}

static void put_replacement(const char *matched, int length) {
  for (const char *letter = replacement; *letter != 0; letter++) {
    if (*letter != '&') {
      putchar(*letter);
      continue;
    }
    for (int i = 0; i < length; i++) putchar(matched[i]);
  }
}

int main(void) {
  char line[LENGTH + 1], text[LENGTH + 1];
  struct pattern pattern = {0};
  int replaced = 0;
  pathfold_string(line, sizeof line, "pattern");
  pathfold_string(text, sizeof text, "text");
  if (!read_pattern(line, &pattern)) return 2;
  for (int at = 0; text[at] != 0;) {
    int length = match(&pattern, 0, text, at);
    if (length > 0) {
      put_replacement(text + at, length);
      replaced = 1;
      at += length;
    } else {
      putchar(text[at++]);
    }
  }
  putchar('\n');
  return replaced;
}
