/** What every command of commands.txt finds. */
const encoder = new TextEncoder();

const TEXTS = {
  words: 'one\ntwo\nthree\nfour\n',
  numbers: '3\n10\n2\n33\n1\n7\n',
  mixed: 'a\tb\n\tindented\ntwo  spaces\u00e9\n',
  gaps: 'first\n\n\n\nsecond\n\nthird\n',
  table: 'x,1,red\ny,2,green\nz,1,blue\n',
  sorted1: 'apple\nbanana\ncherry\n',
  sorted2: 'banana\ncherry\ndate\n',
  joined1: 'a 1\nb 2\nd 4\n',
  joined2: 'a x\nc y\nd z\n',
  repeated: 'ab 1\nab 1\nac 1\nb 2\nB 2\nb 3\n',
  spaces: '        eight\n    four    more\n',
  long: 'The quick brown fox jumps over the lazy dog, and then it sleeps.\n\n  Indented  text follows here.\n',
  sums: '4ee35c5eb4fc7dcae4bb4ad5a8ba5f5d  words\nd41d8cd98f00b204e9800998ecf8427e  empty\n',
  empty: '',
};

export const WORLD = {
  files: [
    ...Object.entries(TEXTS).map(([name, text]) => ({ name, bytes: encoder.encode(text) })),
    { name: 'folder', bytes: null },
    { name: 'folder/inner', bytes: encoder.encode('inside\n') },
  ],
  variables: [],
};

/** A line of commands.txt: words in quotes may have escapes; `<<< TEXT` and `< FILE` are standard input. */
export function readCommand(line) {
  const words = Array.from(line.matchAll(/'((?:\\.|[^'\\])*)'|(\S+)/g), ([, quoted, plain]) =>
    quoted === undefined ? plain : quoted.replace(/\\([nt0\\])/g, (_, letter) => ESCAPES[letter]),
  );
  const at = words.findIndex((word) => word === '<<<' || word === '<');
  const text = at < 0 ? '' : words[at] === '<' ? TEXTS[words[at + 1]] : words[at + 1];
  return { line, words: at < 0 ? words : words.slice(0, at), stdin: encoder.encode(text) };
}

const ESCAPES = { n: '\n', t: '\t', 0: '\0', '\\': '\\' };
