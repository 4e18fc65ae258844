/**
 * What the words of a compiler's or linker's command line ask for: which files go in, in which order, and how far they are
 * taken. Only what decides about the meaning of a program is kept; the flags that change how C is read are taken from the
 * words by the front end.
 */

export type Input =
  | { readonly kind: 'source'; readonly file: string }
  /** An object, an archive, a shared library: what it is, its content says. */
  | { readonly kind: 'binary'; readonly file: string; readonly whole: boolean }
  /** `-lNAME` */
  | { readonly kind: 'library'; readonly name: string; readonly whole: boolean; readonly preferStatic: boolean };

export interface CommandLine {
  /** Null when the words do not name it. */
  readonly output: string | null;
  /** Whether inputs are joined into one output, rather than each compiled to its own. */
  readonly links: boolean;
  readonly inputs: readonly Input[];
  /** Of `-L`, in order. */
  readonly libraryFolders: readonly string[];
  /** A word that asks for another kind of machine than the compiler's usual one. */
  readonly otherMachine: string | null;
}

/** Options whose value is the next word. */
const WITH_VALUE = new Set([
  ...['-I', '-D', '-U', '-T', '-u', '-z', '-e', '-A', '-m', '-h', '-G', '-include', '-imacros', '-isystem', '-iquote'],
  ...['-idirafter', '-iprefix', '-iwithprefix', '-isysroot', '-MF', '-MT', '-MQ', '-Xpreprocessor', '-Xassembler'],
  ...['-Xclang', '--param', '-aux-info', '-arch', '-target', '-soname', '-rpath', '-rpath-link', '-dynamic-linker'],
  ...['-Map', '--sysroot', '-dumpbase', '-dumpdir', '-specs'],
]);
const SOURCE = /\.(c|i|h|s|S|sx|cc|cp|cxx|cpp|c\+\+|C|ii|m|mi)$/;
const OTHER_MACHINE = /^(-m32|-mx32|-m16|--target=.*)$/;

export function readCommandLine(words: readonly string[]): CommandLine {
  const inputs: Input[] = [];
  const libraryFolders: string[] = [];
  let output: string | null = null;
  let links = true;
  let language: string | null = null;
  let whole = false;
  let preferStatic = false;
  let otherMachine: string | null = null;
  const queue = linkerWordsUnpacked(words);
  for (let i = 0; i < queue.length; i++) {
    const word = queue[i];
    if (word === '-o') output = queue[++i] ?? null;
    else if (word === '-x') language = queue[++i] ?? null;
    else if (word === '-L') libraryFolders.push(queue[++i] ?? '');
    else if (word === '-l') inputs.push({ kind: 'library', name: queue[++i] ?? '', whole, preferStatic });
    else if (WITH_VALUE.has(word)) i++;
    else if (word === '-c' || word === '-S' || word === '-E') links = false;
    else if (/whole-archive$/.test(word)) whole = !word.includes('no-');
    else if (/^-+(static|Bstatic|dn|non_shared)$/.test(word)) preferStatic = true;
    else if (/^-+(Bdynamic|dy|call_shared)$/.test(word)) preferStatic = false;
    else if (OTHER_MACHINE.test(word)) otherMachine = word;
    else if (/^-o./.test(word)) output = word.slice(2);
    else if (/^-L./.test(word)) libraryFolders.push(word.slice(2));
    else if (/^-l./.test(word)) inputs.push({ kind: 'library', name: word.slice(2), whole, preferStatic });
    else if (/^-x./.test(word)) language = word.slice(2);
    else if (word !== '-' && word.startsWith('-')) continue;
    else if (language !== null && language !== 'none') inputs.push({ kind: 'source', file: word });
    else if (word === '-' || SOURCE.test(word)) inputs.push({ kind: 'source', file: word });
    else inputs.push({ kind: 'binary', file: word, whole });
  }
  return { output, links, inputs, libraryFolders, otherMachine };
}

/** Words for the linker, `-Wl,A,B` and `-Xlinker A`, in their places among the others: the order of libraries counts. */
function linkerWordsUnpacked(words: readonly string[]): string[] {
  return words.flatMap((word) => {
    if (word.startsWith('-Wl,')) return word.slice(4).split(',');
    return word === '-Xlinker' ? [] : [word];
  });
}

/** Where a compiler puts what it makes of `source` when it is not told. */
export function defaultOutput(source: string): string {
  return `${source.slice(source.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '')}.o`;
}
