import { beforeAll, describe, expect, it } from 'vitest';
import { readBitcode } from '../../../src/frontend/bitcode/read.ts';
import {
  type DebugRecordType,
  type DebugType,
  debugTypeName,
  type LocalVariable,
  type SourcePosition,
  stripType,
} from '../../../src/program/debug.ts';
import type { Program, ProgramFunction } from '../../../src/program/program.ts';
import {
  compile,
  compileAndRead,
  functionNamed,
  instructionsOf,
  instructionsOfKind,
  LINUX,
  PLAIN,
  variableNamed,
  WASM,
} from './compile.ts';

const SOURCE = `typedef unsigned int word;
enum color { RED, GREEN = 5, BLUE = -3 };
union both { int i; float f; };
struct node;
struct list { struct node *first; int count : 5; unsigned flags : 3; };
struct node { struct node *next; const char *name; union both u; struct list *owner; enum color color; word grid[2][3]; _Bool on; };
struct hidden; struct hidden *opaque;
struct node root;
const volatile word limit = 7;
int (*handler)(struct node *, char, ...);
int count(struct node *n, word limit) {
  static int calls;
  int total = 0;
  calls++;
  for (struct node *p = n; p; p = p->next) {
    int total = p->color;
    if (total > limit)
      return total;
  }
  return total + calls;
}
static inline int square(int x) { int y = x * x; return y; }
int both_squares(int a, int b) {
  return square(a) +
         square(b);
}
struct list by_value(struct list l) { l.count = 1; return l; }
int vla(int n) { int a[n]; int *p = a; return p[0]; }
unsigned long long widest(void) { enum { TOP = 0xffffffffffffffffULL } x = TOP; return x; }
#line 70 "generated.inc"
void included(void) { root.color = RED; }
`;

function positionText(position: SourcePosition | null): string {
  if (position === null) return 'nowhere';
  const here = `${position.functionName}:${position.line}`;
  return position.inlinedAt === null ? here : `${here} in ${positionText(position.inlinedAt)}`;
}

function describeVariable(variable: LocalVariable): string {
  return `${debugTypeName(variable.type)} ${variable.name} @${variable.line} #${variable.parameter}`;
}

describe.each([WASM, LINUX])('debug information for %s', (target) => {
  let program: Program;
  beforeAll(async () => {
    program = await compileAndRead(SOURCE, PLAIN, target);
  });
  const fn = (name: string): ProgramFunction => functionNamed(program, name);
  const globalType = (name: string): DebugType => variableNamed(program, name).debug!.type;

  it('names functions, with line, file and type', () => {
    const debug = fn('count').debug!;
    expect(debug).toMatchObject({ name: 'count', line: 11, file: { path: 'input.c' } });
    expect(debugTypeName(debug.type!)).toBe('int (struct node *, word)');
  });

  it('lists parameters and locals in order of declaration', () => {
    expect(fn('count').debug!.variables.map(describeVariable)).toEqual([
      'struct node * n @11 #1',
      'word limit @11 #2',
      'int total @13 #0',
      'struct node * p @15 #0',
      'int total @16 #0',
    ]);
  });

  it('ties locals to their memory, also when one hides another', () => {
    const variables = instructionsOfKind(fn('count'), 'alloca').map((i) => i.variable);
    const [outer, inner] = fn('count').debug!.variables.filter((variable) => variable.name === 'total');
    expect(variables).toContain(outer);
    expect(variables).toContain(inner);
    expect(outer).not.toBe(inner);
  });

  it('names parameters after the variables they arrive in', () => {
    expect(fn('count').parameters.map((p) => [p.name, p.variable?.parameter])).toEqual([
      ['n', 1],
      ['limit', 2],
    ]);
  });

  it('gives globals their source names, static locals too', () => {
    expect(variableNamed(program, 'root').debug).toMatchObject({ name: 'root', line: 8 });
    expect(variableNamed(program, 'count.calls').debug).toMatchObject({ name: 'calls', line: 12 });
  });

  it('writes C types as C does', () => {
    expect(debugTypeName(globalType('root'))).toBe('struct node');
    expect(debugTypeName(globalType('handler'))).toBe('int (*)(struct node *, char, ...)');
    expect(debugTypeName(globalType('opaque'))).toBe('struct hidden *');
    expect(debugTypeName(globalType('limit'))).toBe('const volatile word');
    expect(stripType(globalType('limit'))).toMatchObject({
      kind: 'base',
      name: 'unsigned int',
      encoding: 'unsigned',
      bits: 32,
    });
  });

  it('reads the fields of structs, also where structs refer to each other', () => {
    const node = globalType('root') as DebugRecordType;
    const pointerBits = program.layout.pointerBits;
    expect(node.fields.map((f) => [f.name, debugTypeName(f.type), f.offsetBits / pointerBits])).toEqual([
      ['next', 'struct node *', 0],
      ['name', 'const char *', 1],
      ['u', 'union both', 2],
      ['owner', 'struct list *', 3],
      ['color', 'enum color', 4],
      ['grid', 'word[2][3]', expect.any(Number)],
      ['on', '_Bool', expect.any(Number)],
    ]);
    expect(node.bits).toBe(program.layout.sizeOf(variableNamed(program, 'root').valueType) * 8);
    const next = stripType(node.fields[0].type);
    expect(next.kind === 'pointer' && next.target).toBe(node);
    const owner = stripType(node.fields[3].type);
    const list = owner.kind === 'pointer' ? (owner.target as DebugRecordType) : null;
    expect(list?.fields.map((f) => [f.name, f.bits, f.bitField])).toEqual([
      ['first', pointerBits, false],
      ['count', 5, true],
      ['flags', 3, true],
    ]);
    expect(list?.fields[2].offsetBits).toBe(pointerBits + 5);
    const union = stripType(node.fields[2].type);
    expect(union.kind === 'union' && union.fields.map((f) => f.offsetBits)).toEqual([0, 0]);
  });

  it('knows a struct that is only declared', () => {
    const pointer = globalType('opaque');
    expect(pointer.kind === 'pointer' && pointer.target).toMatchObject({ kind: 'struct', forward: true, fields: [] });
  });

  it('reads enumerations, also with values of 64 bits', () => {
    const color = (globalType('root') as DebugRecordType).fields[4].type;
    expect(color.kind === 'enum' && color.enumerators).toEqual([
      { name: 'RED', value: 0n },
      { name: 'GREEN', value: 5n },
      { name: 'BLUE', value: -3n },
    ]);
    const top = stripType(fn('widest').debug!.variables[0].type);
    expect(top.kind === 'enum' && top.enumerators).toEqual([{ name: 'TOP', value: (1n << 64n) - 1n }]);
  });

  it('gives arrays of variable length no length', () => {
    const array = fn('vla').debug!.variables.find((variable) => variable.name === 'a')!.type;
    expect(array).toMatchObject({ kind: 'array', lengths: [null] });
  });

  it('places instructions at line and column', () => {
    const returns = instructionsOfKind(fn('both_squares'), 'binary').map((i) => i.position!);
    expect(returns).toHaveLength(1);
    expect(returns[0]).toMatchObject({ line: 24, column: 20, functionName: 'both_squares', inlinedAt: null });
    const lines = new Set(instructionsOf(fn('count')).map((i) => i.position?.line));
    for (const line of [13, 14, 15, 16, 17, 18, 20]) expect(lines).toContain(line);
  });

  it('shares equal positions', () => {
    const seen = new Map<string, SourcePosition>();
    for (const { position } of instructionsOf(fn('count'))) {
      if (position === null) continue;
      const key = `${position.line}:${position.column}`;
      expect(seen.get(key) ?? position).toBe(position);
      seen.set(key, position);
    }
  });

  it('follows #line to another file', () => {
    expect(fn('included').debug).toMatchObject({ line: 70, file: { path: 'generated.inc' } });
    expect(instructionsOf(fn('included'))[0].position!.file.path).toBe('generated.inc');
    expect(program.files.map((file) => file.path)).toEqual(expect.arrayContaining(['input.c', 'generated.inc']));
  });

  it('says where inlined code came from', async () => {
    const optimised = await compileAndRead(SOURCE, ['-O2', '-g'], target);
    const body = functionNamed(optimised, 'both_squares');
    const products = instructionsOfKind(body, 'binary').filter((i) => i.operator === 'mul');
    expect(products.map((i) => positionText(i.position)).sort()).toEqual([
      'square:22 in both_squares:24',
      'square:22 in both_squares:25',
    ]);
    expect(body.debug!.variables.map((variable) => variable.name)).toEqual(['a', 'b']);
    expect(products.map((i) => i.result.variable?.name)).toEqual(['y', 'y']);
    expect(body.parameters.map((p) => p.variable?.name)).toEqual(['a', 'b']);
  });
});

describe('without debug information', () => {
  it('a program has none, and is read all the same', async () => {
    const program = await compileAndRead(SOURCE, ['-O1']);
    expect(program.files).toEqual([]);
    expect(functionNamed(program, 'count').debug).toBeNull();
    expect(instructionsOf(functionNamed(program, 'count')).every((i) => i.position === null)).toBe(true);
  });

  it("keeps the compiler's names", async () => {
    const bytes = await compile('int f(int first) { return first + 1; }', ['-O1', '-fno-discard-value-names']);
    const fn = functionNamed(readBitcode(bytes, 'input.c'), 'f');
    expect(fn.parameters[0].name).toBe('first');
    expect(instructionsOf(fn)[0].result?.name).toBe('add');
    expect(fn.blocks[0].name).toBe('entry');
  });
});
