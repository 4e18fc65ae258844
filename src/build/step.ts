/**
 * A step of a build: one command that made a file. `bin/pathfold` writes a record of each, in the words of the command line and
 * with the hashes of everything it read and wrote; this is where such a record becomes readable again.
 */

/** The second has one field more, for SOURCE_DATE_EPOCH. */
const FORMATS = ['pathfold-record-1', 'pathfold-record-2'];

export interface BuildStep {
  /** The compiler or linker, as it was called. */
  readonly tool: string;
  /** Where it ran; relative names start here. */
  readonly directory: string;
  /** Its arguments, with those of response files in their places. */
  readonly words: readonly string[];
  /** Of its outputs and of its inputs that are files, by name as in the words. */
  readonly hashes: ReadonlyMap<string, string>;
  /** Folders the environment added to those where headers are looked for. */
  readonly includeFolders: readonly string[];
  /** When it was recorded, in milliseconds. */
  readonly time: number;
  /** The moment that the compiler was told to take for now, in seconds; null when it looked at a clock. */
  readonly dateGiven: number | null;
}

/** Null for what is no record, or only a part of one: a full disk must not make the rest unreadable. */
export function readStep(bytes: Uint8Array, time: number): BuildStep | null {
  if (bytes.length === 0 || bytes[bytes.length - 1] !== 0) return null;
  const fields = new TextDecoder().decode(bytes.subarray(0, bytes.length - 1)).split('\0');
  const format = FORMATS.indexOf(fields[0]);
  if (fields.length < 7 || format < 0) return null;
  const [, tool, directory, sums, responses, anyLanguage, onlyC] = fields;
  const wordsAt = 7 + format;
  const dateGiven = fields.slice(7, wordsAt).find((date) => /^\d{1,12}$/.test(date)) ?? null;
  return {
    tool,
    directory,
    words: withResponses(fields.slice(wordsAt), readResponses(responses)),
    hashes: readSums(sums),
    includeFolders: [anyLanguage, onlyC].flatMap((list) => list.split(':')).filter((folder) => folder !== ''),
    time,
    dateGiven: dateGiven === null ? null : Number(dateGiven),
  };
}

/** Lines of `sha256sum`. One that starts with a backslash has an escaped name, which no compiler's output has. */
function readSums(text: string): Map<string, string> {
  const hashes = new Map<string, string>();
  for (const line of text.split('\n')) {
    const match = /^([0-9a-f]{64}) [ *](.+)$/.exec(line);
    if (match !== null && !hashes.has(match[2])) hashes.set(match[2], match[1]);
  }
  return hashes;
}

/** Name, length and content of each response file, each followed by the end of a line. */
function readResponses(text: string): Map<string, string> {
  const contents = new Map<string, string>();
  let rest = text;
  for (;;) {
    const match = /^(.+)\n(\d+)\n/.exec(rest);
    if (match === null) return contents;
    const length = Number(match[2]);
    contents.set(match[1], rest.slice(match[0].length, match[0].length + length));
    rest = rest.slice(match[0].length + length + 1);
  }
}

function withResponses(words: readonly string[], contents: ReadonlyMap<string, string>): string[] {
  return words.flatMap((word) => {
    const content = word.startsWith('@') ? contents.get(word.slice(1)) : undefined;
    return content === undefined ? [word] : splitResponse(content);
  });
}

/** As gcc reads them: blanks separate, both quotes group, and a backslash keeps the next character, also within quotes. */
export function splitResponse(text: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  let quote: string | null = null;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (char === '\\' && i + 1 < text.length) word = (word ?? '') + text[++i];
    else if (quote !== null) {
      if (char === quote) quote = null;
      else word = (word ?? '') + char;
    } else if (char === "'" || char === '"') {
      quote = char;
      word ??= '';
    } else if (/\s/.test(char)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? '') + char;
  }
  return word === null ? words : [...words, word];
}
