/**
 * Regressions to look for the cause of: one edit each in a program of 163 to 440 lines, with a test that fails because of it. The true lines are
 * those that the edit changes, in either version; a label alone (`case ',':`) is no code, so for a lost one the line that it led to
 * counts too.
 */

/** Program, kind, what was done, text to find, its replacement, inputs of the failing test, -D for size. */
const TABLE = [
  // connection
  [
    'connection.c',
    'wrong operator',
    'an acceptance that fills the window is refused',
    'if (value > c->window) return FAILED;',
    'if (value >= c->window) return FAILED;',
    { event: 0, value: 10, 'event#2': 1, 'value#2': 10, 'event#3': 6, 'event#4': 6 },
  ],
  [
    'connection.c',
    'missing reset',
    'a reset keeps what was not acknowledged',
    '  (void)value;\n  c->unacknowledged = 0;\n  return CLOSED;',
    '  (void)value;\n  return CLOSED;',
    {
      event: 0,
      value: 50,
      'event#2': 1,
      'value#2': 1,
      'event#3': 2,
      'value#3': 5,
      'event#4': 6,
      'event#5': 0,
      'value#4': 50,
      'event#6': 1,
      'value#5': 1,
      'event#7': 4,
    },
    ['EVENTS=7'],
  ],
  [
    'connection.c',
    'wrong variable',
    'an acknowledgement opens the window by what is left',
    'c->window += value;',
    'c->window += c->unacknowledged;',
    {
      event: 0,
      value: 50,
      'event#2': 1,
      'value#2': 1,
      'event#3': 2,
      'value#3': 10,
      'event#4': 3,
      'value#4': 2,
      'event#5': 2,
      'value#5': 45,
    },
    ['EVENTS=5'],
  ],
  [
    'connection.c',
    'deleted check',
    'data beyond the window is taken',
    '  if (value > c->window) {\n    c->ignored++;\n    return OPEN;\n  }\n',
    '',
    { event: 0, value: 10, 'event#2': 1, 'value#2': 1, 'event#3': 2, 'value#3': 20, 'event#4': 4 },
  ],
  // tokenizer
  [
    'tokenizer.c',
    'missing case',
    'a comma is no operator any more',
    "    case '=':\n    case ',':",
    "    case '=':",
    { line: 'a,b' },
  ],
  [
    'tokenizer.c',
    'lost initialisation',
    'a second word continues the first',
    '  int start = s->at;\n  word_length = 0;',
    '  int start = s->at;',
    { line: 'x on' },
  ],
  [
    'tokenizer.c',
    'off by one',
    'only one character of 0x is skipped',
    '  s->at += 2;\n  for',
    '  s->at += 1;\n  for',
    { line: '0x1f' },
  ],
  [
    'tokenizer.c',
    'deleted check',
    'letters may follow a number',
    '  if (is_letter(s->text[s->at])) {\n    fail(s, BAD_NUMBER);\n    return;\n  }\n',
    '',
    { line: '1a' },
  ],
  // packet
  [
    'packet.c',
    'changed constant',
    'rates are computed from 100 ticks',
    'settings.rate = 1000 / data[0];',
    'settings.rate = 100 / data[0];',
    { packet: [0x22, 2, 3, 0, 2, 1, 10, 0] },
  ],
  [
    'packet.c',
    'wrong variable',
    'the type is taken from the flags',
    'header.type = packet[0] & 15;',
    'header.type = packet[1] & 15;',
    { packet: [0x22, 0, 0, 0, 0, 0, 0, 0] },
  ],
  [
    'packet.c',
    'deleted check',
    'options may be repeated',
    '  if (settings.seen & (1 << kind)) return DUPLICATE_OPTION;\n',
    '',
    { packet: [0x22, 0, 4, 0, 3, 0, 3, 0] },
  ],
  [
    'packet.c',
    'off by one',
    'labels have at most one letter',
    'static enum reason decode_label(const unsigned char *data, int length) {\n  int label = 0;\n  if (length > 2)',
    'static enum reason decode_label(const unsigned char *data, int length) {\n  int label = 0;\n  if (length >= 2)',
    { packet: [0x22, 0, 4, 0, 3, 2, 97, 98] },
  ],
  // expression
  [
    'expression.c',
    'swapped arguments',
    'operands are exchanged',
    'left = make_node(operation, 0, left, right);',
    'left = make_node(operation, 0, right, left);',
    { text: '5-3' },
  ],
  [
    'expression.c',
    'changed constant',
    'multiplication binds like addition',
    '      return 2;\n    default:',
    '      return 1;\n    default:',
    { text: '2+3*2' },
  ],
  [
    'expression.c',
    'off by one',
    'operators of one precedence associate to the right',
    'parse_expression(binds + 1)',
    'parse_expression(binds)',
    { text: '5-3-1' },
  ],
  [
    'expression.c',
    'deleted check',
    'division by zero is tried',
    '      if (right == 0) {\n        problem = DIVISION;\n        return 0;\n      }\n',
    '',
    { text: '5/0' },
  ],
  // altitude
  [
    'control/altitude.c',
    'wrong operator',
    'the threshold itself is below',
    'if (altitude < THRESHOLD) return BELOW;',
    'if (altitude <= THRESHOLD) return BELOW;',
    { device: 0, altitude: 2000, quality: 2 },
  ],
  [
    'control/altitude.c',
    'missing reset',
    'missing altitudes are counted forever',
    '  missing = 0;\n  return classify(altitude);',
    '  return classify(altitude);',
    { device: 0, 'altitude#7': 3000, 'quality#7': 2 },
    ['CYCLES=4'],
  ],
  [
    'control/altitude.c',
    'wrong variable',
    'a descent is never seen',
    'position == BELOW && last_position != BELOW',
    'position == BELOW && position != BELOW',
    { device: 0, altitude: 100, quality: 2 },
  ],
  [
    'control/altitude.c',
    'deleted check',
    'uncertain readings count like good ones',
    '    if (r->quality < best) continue;\n',
    '',
    { device: 0, altitude: 100, quality: 2, 'altitude#2': 50, 'quality#2': 1 },
  ],
  // options
  [
    'cover/options.c',
    'missing case',
    'ls is no command any more',
    '  else if (strcmp(text, "list") == 0 || strcmp(text, "ls") == 0)',
    '  else if (strcmp(text, "list") == 0)',
    { argument: 'ls' },
  ],
  [
    'cover/options.c',
    'wrong variable',
    'the value of a short option begins with its letter',
    'return store(option, argument + at + 1) ? 0 : -1;',
    'return store(option, argument + at) ? 0 : -1;',
    { argument: '-l5', 'argument#2': 'ls' },
  ],
  [
    'cover/options.c',
    'changed constant',
    'a minus sign has no effect',
    '    sign = -1;',
    '    sign = 1;',
    { argument: '-l-1', 'argument#2': 'ls' },
  ],
  [
    'cover/options.c',
    'lost initialisation',
    'candidates of earlier options count',
    '  candidates = 0;\n  for',
    '  for',
    { argument: '--q', 'argument#2': '--d', 'argument#3': 'ls' },
  ],
  // script
  [
    'cover/script.c',
    'swapped arguments',
    'exchange does nothing',
    'return push(top) && push(below);',
    'return push(below) && push(top);',
    { script: '1 2$-.' },
  ],
  [
    'cover/script.c',
    'off by one',
    'the stack is full one value too early',
    'if (machine.height == STACK_SIZE)',
    'if (machine.height == STACK_SIZE - 1)',
    { script: '1"""""' },
  ],
  [
    'cover/script.c',
    'wrong operator',
    'loops go on where they should end',
    'if (value != 0) machine.at',
    'if (value == 0) machine.at',
    { script: '[1.0]' },
  ],
  // format
  [
    'cover/format.c',
    'missing reset',
    'a temporary indent stays',
    '  layout.temporary_indent = 0;\n',
    '',
    { text: '.t1|aaa bbb' },
    ['LENGTH=12'],
  ],
  [
    'cover/format.c',
    'missing reset',
    'capitals go on',
    '  current.words++;\n  layout.capital = 0;',
    '  current.words++;',
    { text: '.u|a b' },
  ],
  [
    'cover/format.c',
    'wrong variable',
    'a temporary indent is set for good',
    'return set_indent(&layout.temporary_indent);',
    'return set_indent(&layout.indent);',
    { text: '.t1|aaa bbb' },
    ['LENGTH=12'],
  ],
];

/** On these the method was made. The thirty above measure it, but for three of them, which the first run missed and which led to a change. */
const WHILE_MAKING = [
  [
    'connection.c',
    'off by one',
    'one retry fewer',
    'return c->retries > MAX_RETRIES',
    'return c->retries >= MAX_RETRIES',
    { event: 0, value: 5, 'event#2': 5, 'event#3': 5, 'event#4': 6 },
  ],
  [
    'tokenizer.c',
    'wrong operator',
    'a is no letter',
    "(c >= 'a' && c <= 'z')",
    "(c > 'a' && c <= 'z')",
    { line: 'a b' },
  ],
  [
    'packet.c',
    'missing case',
    'window options are labels',
    '    case WINDOW:\n      return decode_window(data, length);\n',
    '',
    { packet: [0x22, 0, 3, 0, 1, 1, 5, 0] },
  ],
  [
    'expression.c',
    'wrong operator',
    'subtraction adds',
    'return left - right;',
    'return left + right;',
    { text: '5-3' },
  ],
  [
    'expression.c',
    'missing reset',
    'a closed parenthesis stays open',
    '  depth--;\n  cursor++;',
    '  cursor++;',
    { text: '(1)+(2)+(3)' },
    ['LENGTH=11'],
  ],
  [
    'control/altitude.c',
    'off by one',
    'the watchdog is impatient',
    'if (watchdog > PATIENCE) fail();',
    'if (watchdog >= PATIENCE) fail();',
    { device: 0, altitude: 100, quality: 2 },
    ['CYCLES=3'],
  ],
  [
    'cover/options.c',
    'deleted check',
    'force and dry run together',
    '  if (settings.force && settings.dry_run) return reject(CONFLICT, "force");\n',
    '',
    { argument: '-fn', 'argument#2': 'add', 'argument#3': 'x' },
  ],
  [
    'cover/script.c',
    'missing case',
    'greater is unknown',
    '    case LESS:\n    case GREATER:\n      return binary',
    '    case LESS:\n      return binary',
    { script: '1 2>.' },
  ],
  [
    'cover/script.c',
    'changed constant',
    'numbers are octal',
    'value = value * 10 + (*cursor',
    'value = value * 8 + (*cursor',
    { script: '12.' },
  ],
  [
    'cover/format.c',
    'wrong operator',
    'an indent makes room',
    'return layout.width - indent_of_line()',
    'return layout.width + indent_of_line()',
    { text: '.i1|aaaa' },
  ],
  [
    'cover/format.c',
    'off by one',
    'one blank line more',
    'i < count && i < PAGE_LINES',
    'i <= count && i < PAGE_LINES',
    { text: '.s2|a' },
  ],
];

const named = ([program, kind, what, find, replace, inputs, defines = []]) => ({
  program,
  kind,
  what,
  find,
  replace,
  inputs,
  defines,
});
export const regressions = TABLE.map(named);
export const regressionsWhileMaking = WHILE_MAKING.map(named);

/** Both versions of a program, and the lines that the edit changes in each. */
export function versionsOf(source, { program, what, find, replace }) {
  const parts = source.split(find);
  if (parts.length !== 2) throw new Error(`${program}: "${what}" fits ${parts.length - 1} places`);
  const first = parts[0].split('\n').length;
  const [before, after] = [find.split('\n'), replace.split('\n')];
  const all = { old: source, new: parts.join(replace) };
  let start = 0;
  while (start < before.length - 1 && before[start] === after[start]) start++;
  let end = 0;
  while (end < before.length - 1 - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end))
    end++;
  const lines = (list) => Array.from({ length: Math.max(0, list.length - end - start) }, (_, i) => first + start + i);
  const old = lines(before);
  return {
    ...all,
    lines: { old: [...old, ...ledTo(old, source.split('\n'))], new: replace === '' ? [] : lines(after) },
  };
}

const LABEL = /^\s*(case .*|default):\s*$/;

function ledTo(lines, source) {
  const last = lines.at(-1);
  if (last === undefined || !lines.every((line) => LABEL.test(source[line - 1]))) return [];
  let next = last;
  while (LABEL.test(source[next])) next++;
  return [next + 1];
}
