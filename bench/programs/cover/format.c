/*
 * format: a text formatter in the manner of the early roff programs. Lines that start with a dot are requests, all other
 * text is filled into lines of a given width, adjusted to both margins if wanted, and printed page by page.
 *
 *   .b      break the line               .c N   centre the next N lines        .d N   double spacing on (1) or off (0)
 *   .f      fill                         .h     underline the next line        .i N   indent by N
 *   .j      adjust both margins
 *   .l      leave lines as they are      .n     number the lines               .p     new page
 *   .r      ragged right margin          .s N   N blank lines                  .t N   temporary indent
 *   .u      capital letters for the next word                                  .w N   line width
 *
 * Input:   "text", at most LENGTH bytes; a zero byte ends it, '|' stands for the end of a line.
 * Output:  the formatted text on standard output, the number of pages as exit status, 100 and above for problems.
 *
 * Code that no input reaches: the limit on the number of pages in start_page, and the limit on words in place_word.
 * Seeded fault: out of bounds (adjust_line): a line that consists of one word has no gap to widen; when adjusting is on and
 * the next word does not fit, the spreading loop looks for the last gap before the first one.
 */
#include <pathfold.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef LENGTH
#define LENGTH 9
#endif

#define MAX_WIDTH 6
#define DEFAULT_WIDTH 4
#define MIN_WIDTH 2
#define PAGE_LINES 6
#define MAX_PAGES 50
#define MAX_WORDS 4

enum problem { FINE, BAD_REQUEST = 100, BAD_NUMBER, WORD_TOO_LONG, BAD_WIDTH, BAD_INDENT };

struct layout {
  int width;
  int indent;
  int temporary_indent;
  int fill;
  int adjust;
  int centre;
  int double_space;
  int number_lines;
  int capital;
  int underline;
};

struct line {
  char text[MAX_WIDTH + 1];
  int length;
  int words;
};

struct page {
  int number;
  int line;
  int printed_lines;
};

static char input[LENGTH + 1];
static int at;

static struct layout layout = {DEFAULT_WIDTH, 0, 0, 1, 0, 0, 0, 0, 0, 0};
static struct line current;
static struct page page;
static int gaps[MAX_WORDS];
static enum problem problem;

static int fail(enum problem reason) {
  if (problem == FINE) problem = reason;
  return 0;
}

/* ---- reading ---- */

static int at_end(void) { return input[at] == '\0'; }

static int end_of_line(void) { return at_end() || input[at] == '|'; }

static void skip_line_end(void) {
  if (!at_end()) at++;
}

static int is_blank(char c) { return c == ' ' || c == '\t'; }

static void skip_blanks(void) {
  while (is_blank(input[at])) at++;
}

static int is_digit(char c) { return c >= '0' && c <= '9'; }

/* A number, or `otherwise` when the request has none. A sign makes it relative to `base`. */
static int read_number(int base, int otherwise) {
  int sign = 0;
  int value = 0;
  skip_blanks();
  if (input[at] == '+' || input[at] == '-') {
    sign = input[at] == '+' ? 1 : -1;
    at++;
    if (!is_digit(input[at])) {
      fail(BAD_NUMBER);
      return otherwise;
    }
  }
  if (!is_digit(input[at])) {
    if (!end_of_line()) fail(BAD_NUMBER);
    return otherwise;
  }
  while (is_digit(input[at])) {
    value = value * 10 + (input[at] - '0');
    at++;
  }
  return sign == 0 ? value : base + sign * value;
}

/* ---- pages ---- */

static void start_page(void) {
  page.number++;
  page.line = 0;
  if (page.number > MAX_PAGES) {
    puts("too many pages");
    exit(99);
  }
  printf("-%d-\n", page.number);
}

static void end_page(void) {
  while (page.line < PAGE_LINES) {
    putchar('\n');
    page.line++;
  }
}

static void need_line(void) {
  if (page.number == 0 || page.line >= PAGE_LINES) start_page();
}

static void print_blank_line(void) {
  need_line();
  putchar('\n');
  page.line++;
}

static void print_spaces(int count) {
  for (int i = 0; i < count; i++) putchar(' ');
}

static void print_number(void) {
  page.printed_lines++;
  putchar('0' + page.printed_lines % 10);
  putchar(' ');
}

/* ---- lines ---- */

static int indent_of_line(void) {
  int indent = layout.indent;
  if (layout.temporary_indent > 0) indent = layout.temporary_indent;
  return indent;
}

static int room(void) { return layout.width - indent_of_line() - current.length; }

static int centre_offset(void) {
  int free_space = layout.width - current.length;
  return free_space > 0 ? free_space / 2 : 0;
}

/* Gaps are widened one by one, from the right on odd pages and from the left on even ones. */
static void adjust_line(void) {
  int missing = layout.width - indent_of_line() - current.length;
  int count = current.words - 1;
  int next = page.number % 2 == 1 ? count - 1 : 0;
  for (int i = 0; i < count; i++) gaps[i] = 1;
  while (missing > 0) {
    gaps[next]++;
    missing--;
    if (page.number % 2 == 1)
      next = next == 0 ? count - 1 : next - 1;
    else
      next = next + 1 >= count ? 0 : next + 1;
  }
}

static void print_adjusted(void) {
  int gap = 0;
  for (int i = 0; i < current.length; i++) {
    if (current.text[i] == ' ')
      print_spaces(gaps[gap++]);
    else
      putchar(current.text[i]);
  }
}

/* A heading is underlined with as many dashes as it has characters, on the same page if there is room. */
static void underline(int offset) {
  if (page.line >= PAGE_LINES) return;
  print_spaces(offset);
  for (int i = 0; i < current.length; i++) putchar(current.text[i] == ' ' ? ' ' : '-');
  putchar('\n');
  page.line++;
  layout.underline = 0;
}

static void print_line(int last) {
  int offset = layout.centre > 0 ? centre_offset() : indent_of_line();
  need_line();
  if (layout.number_lines) print_number();
  if (layout.centre > 0) {
    print_spaces(offset);
    layout.centre--;
    fputs(current.text, stdout);
  } else {
    print_spaces(offset);
    if (layout.adjust && layout.fill && !last) {
      adjust_line();
      print_adjusted();
    } else {
      fputs(current.text, stdout);
    }
  }
  putchar('\n');
  page.line++;
  if (layout.underline) underline(offset);
  if (layout.double_space && page.line < PAGE_LINES) print_blank_line();
  layout.temporary_indent = 0;
}

static void clear_line(void) {
  current.length = 0;
  current.words = 0;
  current.text[0] = '\0';
}

static void flush_line(int last) {
  if (current.words > 0) print_line(last);
  clear_line();
}

/* ---- words ---- */

static char shown(char c) {
  if (layout.capital && c >= 'a' && c <= 'z') return (char)(c - 'a' + 'A');
  return c;
}

static void append_word(int start, int length) {
  if (current.words > 0) current.text[current.length++] = ' ';
  for (int i = 0; i < length; i++) current.text[current.length++] = shown(input[start + i]);
  current.text[current.length] = '\0';
  current.words++;
  layout.capital = 0;
}

/* A word that is longer than the line is cut after a hyphen if it has one that fits. */
static int hyphen_before(int start, int length, int limit) {
  for (int i = limit - 1; i > 0; i--) {
    if (i < length && input[start + i] == '-') return i + 1;
  }
  return 0;
}

static int place_word(int start, int length) {
  int needed = current.words > 0 ? length + 1 : length;
  if (needed > room() || current.words == MAX_WORDS) flush_line(0);
  if (length > room()) {
    int cut = hyphen_before(start, length, room());
    if (cut == 0) return fail(WORD_TOO_LONG);
    append_word(start, cut);
    flush_line(0);
    return place_word(start + cut, length - cut);
  }
  append_word(start, length);
  return 1;
}

static int read_word(void) {
  int start = at;
  while (!end_of_line() && !is_blank(input[at])) at++;
  return place_word(start, at - start);
}

/* ---- requests ---- */

static int set_width(void) {
  int width = read_number(layout.width, DEFAULT_WIDTH);
  if (width < MIN_WIDTH || width > MAX_WIDTH) return fail(BAD_WIDTH);
  if (layout.indent >= width) return fail(BAD_INDENT);
  layout.width = width;
  return 1;
}

static int set_indent(int *indent) {
  int value = read_number(layout.indent, 0);
  if (value < 0 || value >= layout.width) return fail(BAD_INDENT);
  *indent = value;
  return 1;
}

static int skip_lines(int count) {
  if (count < 0) return fail(BAD_NUMBER);
  for (int i = 0; i < count && i < PAGE_LINES; i++) print_blank_line();
  return 1;
}

static int breaks_line(char request) { return request != 'd' && request != 'j' && request != 'r' && request != 'u'; }

static int do_request(void) {
  char request = input[++at];
  if (request == '\0' || request == '|') return fail(BAD_REQUEST);
  at++;
  if (breaks_line(request)) flush_line(1);
  switch (request) {
    case 'b':
      break;
    case 'c':
      layout.centre = read_number(0, 1);
      if (layout.centre < 0) return fail(BAD_NUMBER);
      break;
    case 'd':
      layout.double_space = read_number(0, 1) != 0;
      break;
    case 'f':
      layout.fill = 1;
      break;
    case 'h':
      layout.underline = 1;
      break;
    case 'i':
      return set_indent(&layout.indent);
    case 'j':
      layout.adjust = 1;
      break;
    case 'l':
      layout.fill = 0;
      break;
    case 'n':
      layout.number_lines = !layout.number_lines;
      break;
    case 'p':
      if (page.line > 0) end_page();
      break;
    case 'r':
      layout.adjust = 0;
      break;
    case 's':
      return skip_lines(read_number(0, 1));
    case 't':
      return set_indent(&layout.temporary_indent);
    case 'u':
      layout.capital = 1;
      break;
    case 'w':
      return set_width();
    default:
      return fail(BAD_REQUEST);
  }
  return problem == FINE;
}

/* ---- text ---- */

static int do_text(void) {
  if (end_of_line()) {
    flush_line(1);
    print_blank_line();
    return 1;
  }
  if (is_blank(input[at]) && layout.fill) flush_line(1);
  while (!end_of_line()) {
    skip_blanks();
    if (end_of_line()) break;
    if (!read_word()) return 0;
  }
  if (!layout.fill || layout.centre > 0) flush_line(1);
  return 1;
}

static void format(void) {
  clear_line();
  while (!at_end() && problem == FINE) {
    if (input[at] == '.') {
      if (!do_request()) return;
      while (!end_of_line()) at++;
    } else if (!do_text()) {
      return;
    }
    skip_line_end();
  }
  flush_line(1);
}

int main(void) {
  pathfold_string(input, sizeof input, "text");
  format();
  if (problem != FINE) return (int)problem;
  if (page.number > 0) end_page();
  return page.number;
}
