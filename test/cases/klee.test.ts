/**
 * Small programs in KLEE's style through `pathfold klee`. Each file of klee/ begins with what it shows and what must come out;
 * `@` is the folder it is run in, PROGRAM the program there, and LINE(word) the line that ends with that word as a comment.
 *
 *     klee: OPTIONS PROGRAM ARGS     runs it; what follows is about this run
 *     done: COMPLETED PARTIAL TESTS  the last lines of KLEE
 *     tests: N                       how many .ktest files there are
 *     object: NAME SIZE              some test has it
 *     values: NAME VALUE...          all values that it has in tests, as unsigned numbers
 *     line: FILE TEXT                a file (with * in its name) has a line
 *     text: FILE TEXT                is that, with | for the ends of lines
 *     has: FILE, none: FILE          there is one, there is none
 *     same: FILE FILE                two tests have the same objects
 *     stderr: TEXT, stdout: TEXT     was printed; count: N TEXT: so many times on stderr
 *     status: N                      the exit status, 0 unless said
 *     tool: NAME WORDS               runs one of KLEE's tools instead
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { compileFiles } from '../../src/frontend/clang/sources.ts';
import { readKtest } from '../../src/suite/ktest.ts';
import { run } from '../cli/run.ts';

const CASES = fileURLToPath(new URL('klee/', import.meta.url));
const names = readdirSync(CASES).filter((name) => name.endsWith('.c'));

interface Ran {
  status: number;
  out: string;
  err: string;
  folder: string;
}

describe('programs in KLEE style', () => {
  test('there are at least sixty', () => {
    expect(names.length).toBeGreaterThanOrEqual(60);
  });

  test.each(names)('%s', async (name) => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pathfold-klee-')));
    try {
      await runCase(name, folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

async function runCase(name: string, folder: string): Promise<void> {
  const source = readFileSync(join(CASES, name), 'utf8');
  const lines = source.split('\n');
  const head = lines.slice(0, lines.indexOf(' */')).map((line) => line.replace(/^ \* ?/, ''));
  let program = join(folder, name);
  writeFileSync(program, source);
  const known = (text: string) =>
    text
      .replaceAll('@/', `${folder}/`)
      .replace(/LINE\((\w+)\)/g, (_, word) => String(lines.findIndex((line) => line.endsWith(`/* ${word} */`)) + 1));
  let ran: Ran | null = null;
  let hasChecked = true;
  for (const text of head) {
    const [, directive, written] = /^(\w+): ?(.*)$/.exec(text) ?? [];
    if (directive === undefined) continue;
    const rest = known(written);
    if (directive === 'compile') {
      const [module] = await compileFiles([program], { target: 'x86_64-linux-gnu' });
      program = program.replace(/\.c$/, '.bc');
      writeFileSync(program, module.bitcode);
    } else if (directive === 'write') {
      const [file, ...content] = rest.split(' ');
      writeFileSync(file, content.join(' '));
    } else if (directive === 'klee' || directive === 'tool') {
      if (!hasChecked) expect(ran!.status, ran!.err).toBe(0);
      const words = rest.split(' ').map((word) => (word === 'PROGRAM' ? program : word));
      const result = await run('klee', ...(directive === 'tool' ? ['--tool', ...words] : words));
      const last = join(folder, 'klee-last');
      ran = { ...result, folder: existsSync(last) ? realpathSync(last) : folder };
      hasChecked = false;
    } else if (directive === 'folder') ran!.folder = join(folder, rest);
    else {
      if (directive === 'status') hasChecked = true;
      check(directive, rest, ran!, folder);
    }
  }
  if (!hasChecked) expect(ran!.status, ran!.err).toBe(0);
}

function check(directive: string, rest: string, ran: Ran, folder: string): void {
  const [first, ...more] = rest.split(' ');
  const printed = (text: string) => text.replaceAll(`${folder}/`, '');
  const plain = printed(rest);
  switch (directive) {
    case 'status':
      expect(ran.status, ran.err).toBe(Number(rest));
      return;
    case 'done': {
      const figures = ['completed paths', 'partially completed paths', 'generated tests'];
      const found = figures.map((figure) => new RegExp(`^KLEE: done: ${figure} = (\\d+)$`, 'm').exec(ran.err)?.[1]);
      expect(found.join(' '), ran.err).toBe(rest);
      expect(filesIn(ran.folder, '*.ktest')).toHaveLength(Number(more[1]));
      return;
    }
    case 'tests':
      expect(filesIn(ran.folder, '*.ktest')).toHaveLength(Number(rest));
      return;
    case 'object':
      expect(objectsIn(ran.folder).map((object) => `${object.name} ${object.bytes.length}`)).toContain(rest);
      return;
    case 'values': {
      const values = objectsIn(ran.folder)
        .filter((object) => object.name === first)
        .map(({ bytes }) => Number(Buffer.from(bytes).readUIntLE(0, Math.min(6, bytes.length))));
      expect([...new Set(values)].sort((a, b) => a - b).join(' ')).toBe(more.join(' '));
      return;
    }
    case 'line': {
      const all = filesIn(ran.folder, first).flatMap((file) => readFileSync(file, 'utf8').split('\n'));
      expect(all.map((each) => each.trimEnd())).toContain(more.join(' ').trimEnd());
      return;
    }
    case 'text':
      expect(readFileSync(join(ran.folder, first), 'utf8').replaceAll('\n', '|')).toBe(more.join(' '));
      return;
    case 'has':
      expect(filesIn(ran.folder, rest)).not.toHaveLength(0);
      return;
    case 'none':
      expect(filesIn(ran.folder, rest)).toEqual([]);
      return;
    case 'same': {
      const [a, b] = [first, more[0]].map((file) => readKtest(readFileSync(join(folder, file)), file).objects);
      expect(a).toEqual(b);
      return;
    }
    case 'stderr':
      expect(printed(ran.err)).toContain(plain);
      return;
    case 'stdout':
      expect(printed(ran.out)).toContain(plain);
      return;
    case 'count':
      expect(printed(ran.err).split(more.join(' ')).length - 1).toBe(Number(first));
      return;
    default:
      throw new Error(`what is ${directive}?`);
  }
}

function filesIn(folder: string, pattern: string): string[] {
  const form = new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`);
  return readdirSync(folder)
    .filter((name) => form.test(name))
    .sort()
    .map((name) => join(folder, name));
}

function objectsIn(folder: string) {
  return filesIn(folder, '*.ktest').flatMap((file) => readKtest(readFileSync(file), basename(file)).objects);
}
