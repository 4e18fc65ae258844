/** Which locations a run reads between two points. */
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Exploration } from '../../src/explore/exploration.ts';
import { Model } from '../../src/expr/term.ts';
import type { Program } from '../../src/program/program.ts';
import { buildTrace } from '../../src/trace/build.ts';
import { TraceFacts } from '../../src/trace/facts.ts';
import { type LocationsRead, locationsRead } from '../../src/trace/locations-read.ts';
import { LogRecorder, logOf } from '../../src/trace/log.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { compileText } from '../referee/compile.ts';

/** The trace of the all-zero input. */
async function traceOf(program: Program): Promise<Trace> {
  const passive = { recorder: new LogRecorder(), *explore() {} };
  const exploration = await Exploration.create(program, {}, () => {}, passive);
  const { state } = exploration.follow(new Model());
  const trace = buildTrace(logOf(state).entries(), exploration.machine.names, new TraceFacts(program));
  exploration.dispose();
  return trace;
}

/** Between the first nodes of two lines, in words. */
async function readBetween(text: string, start: string, end: string): Promise<string[]> {
  const lines = text.split('\n');
  const trace = await traceOf(await compileText(text));
  const nodeAt = (comment: string) => {
    const line = lines.findIndex((each) => each.includes(`// ${comment}`)) + 1;
    return trace.nodes.findIndex(({ instruction: { block, position } }) => {
      return position?.line === line && block.function.library !== true;
    });
  };
  const { registers, memory } = locationsRead(trace, nodeAt(start), nodeAt(end));
  const names = registers.map(({ context, register }) => {
    const line = register.definition?.position?.line;
    const where = line === undefined ? 'parameter' : lines[line - 1].trim();
    return `${context.call === null ? 'main' : 'callee'}: ${where}`;
  });
  const bytes = memory.map(
    ({ object, start: first, end: last }) => `${object.global?.name ?? object.label} ${first}..${last}`,
  );
  return [...names, ...bytes].sort();
}

describe('locations read between two points', () => {
  it('are bytes that are not written before, and only those', async () => {
    const text = `
#include <pathfold.h>
unsigned char a[8];
int b, c = 3;
int main(void) {
  a[0] = 1;
  b = 2; // start
  int sum = a[2] + a[3] + b;
  a[5] = 1;
  sum += a[5] + a[6];
  b = sum + c;
  return b; // end
}`;
    expect(await readBetween(text, 'start', 'end')).toEqual(['a 2..4', 'a 6..7', 'c 0..4']);
  });

  it('are whole objects where a place is symbolic, but for what is surely written', async () => {
    const text = `
#include <pathfold.h>
unsigned char a[8];
int main(void) {
  unsigned i = pathfold_unsigned("i") & 7;
  a[1] = 1; // start
  a[i] = 2;
  unsigned char x = a[i];
  return x; // end
}`;
    const found = await readBetween(text, 'start', 'end');
    expect(found.filter((each) => each.startsWith('a '))).toEqual(['a 0..1', 'a 2..Infinity']);
  });

  it('are registers of frames that are there at the first point', async () => {
    const text = `
#include <pathfold.h>
static int twice(int n) {
  int m = n + n;
  return m;
}
int main(void) {
  int x = pathfold_int("x");
  int y = x + 1;
  int z = twice(y); // start
  int w = z + 5;
  return w; // end
}`;
    expect(await readBetween(text, 'start', 'end')).toEqual(['main: int y = x + 1;']);
  });

  it('are, from inside of a call, what its caller still needs', async () => {
    const text = `
#include <pathfold.h>
static int twice(int n) {
  int m = n + n; // start
  return m;
}
int main(void) {
  int x = pathfold_int("x");
  int z = twice(x);
  return z + x; // end
}`;
    expect(await readBetween(text, 'start', 'end')).toEqual(['callee: parameter']);
    const whole = text.replace('// end', '').replace('int z = twice(x);', 'int z = twice(x) + x;\n  z++; // end');
    expect(await readBetween(whole, 'start', 'end')).toEqual(['callee: parameter', 'main: int x = pathfold_int("x");']);
  });

  it('are those of the edge that was taken where values meet', async () => {
    const text = `
#include <pathfold.h>
int main(void) {
  int x = pathfold_int("x"), y = pathfold_int("y"), z = x ^ y;
  int u = x * 3;
  int v = y * 5;
  int w;
  if (z) // start
    w = u;
  else
    w = v;
  return w + z; // end
}`;
    const found = await readBetween(text, 'start', 'end');
    expect(found).toContain('main: int v = y * 5;');
    expect(found).not.toContain('main: int u = x * 3;');
  });
});

describe('any window of any run', () => {
  const folder = new URL('cases/', import.meta.url);
  for (const file of readdirSync(folder).sort()) {
    it(`of ${file}: reads what two halves read, and its memory byte by byte`, async () => {
      const trace = await traceOf(await compileText(readFileSync(new URL(file, folder), 'utf8')));
      const point = fc.nat(trace.nodes.length);
      fc.assert(
        fc.property(point, point, point, (...points) => {
          const [from, middle, to] = points.sort((a, b) => a - b);
          const whole = keysOf(locationsRead(trace, from, to));
          const first = keysOf(locationsRead(trace, from, middle));
          const second = keysOf(locationsRead(trace, middle, to));
          for (const key of first) expect(whole.has(key)).toBe(true);
          for (const key of whole) expect(first.has(key) || second.has(key)).toBe(true);
          expect([...whole].filter((key) => key.startsWith('byte')).sort()).toEqual(naiveBytes(trace, from, to).sort());
        }),
        { numRuns: 60 },
      );
    });
  }
});

const FARTHEST = 64;

function keysOf({ registers, memory }: LocationsRead): Set<string> {
  const keys = registers.map(({ context, register }) => `register ${context.id} ${register.index} ${nameOf(register)}`);
  for (const { object, start, end } of memory) {
    for (let at = start; at < Math.min(end, FARTHEST); at++) keys.push(`byte ${object.id} ${at}`);
  }
  return new Set(keys);
}

function nameOf({ definition }: LocationsRead['registers'][number]['register']): string {
  return definition === null ? '' : String(definition.id);
}

/** The definition, byte by byte, of those that lie near the beginning of their object. */
function naiveBytes({ accesses }: Trace, from: number, to: number): string[] {
  const written = new Set<string>();
  const read = new Set<string>();
  for (const { node, access } of accesses) {
    if (node < from || node >= to) continue;
    const made = access.kind === 'allocation';
    const start = made || typeof access.offset !== 'number' ? 0 : access.offset;
    const end = made || (typeof access.offset !== 'number' && access.writes) ? FARTHEST : start + access.size;
    const last = made || typeof access.offset === 'number' ? end : FARTHEST;
    for (let at = start; at < Math.min(last, FARTHEST); at++) {
      const key = `byte ${access.object.id} ${at}`;
      if (made || (access.writes && typeof access.offset === 'number')) written.add(key);
      else if (!made && !access.writes && !written.has(key)) read.add(key);
    }
  }
  return [...read];
}
