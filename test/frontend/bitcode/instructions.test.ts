import { beforeAll, describe, expect, it } from 'vitest';
import { type Program, terminatorOf } from '../../../src/program/program.ts';
import { typeName } from '../../../src/program/types.ts';
import { compileAndRead, functionNamed, instructionsOf, instructionsOfKind, LINUX, PLAIN, WASM } from './compile.ts';

const SOURCE = `
struct pair { int a; struct { short s[4]; double d; } in; };
struct bits { unsigned a : 3; int b : 7; unsigned long long c : 40; };
struct big { int a[20]; };
void sink(int); _Noreturn void die(void); int ext(const char *, ...);
int arithmetic(int a, unsigned b) { return (a + 1) * (a - 2) / 3 % 5 + (int)((b + 1) / 7 % 9) + (a >> 1) + (int)(b >> 2) + ((a & 3) | (a ^ 5)) + (a << 2); }
double floats(float f, double d) { return -d + f * 2.0f - d / 3.0; }
long casts(signed char c, unsigned u, double d, void *p) { return c + (long)u + (long)d + (long)(unsigned char)u + (long)p + (long)(float)d + (char)(long)(double)c; }
int compares(int a, unsigned b, double d) { return (a < 3) + (b < 3u) + (d < 1.0) + (d != d) + (a == 3) + !(d >= 2.0); }
int elements(struct pair *p, int i) { return p[i].in.s[i + 1] + p->a; }
int field(struct bits *p) { p->b = 3; return p->c; }
int select_case(int x) { switch (x) { case 1: case 2: return 5; case -7: return 6; case 100: return 7; default: return 8; } }
int loop(int n) { int s = 0; for (int i = 0; i < n; i++) { if (i == 3) continue; if (i == 9) break; s += i; } return s; }
int either(int a, int b) { return a && b || a == 3; }
int recursive(int n) { return n <= 1 ? 1 : n * recursive(n - 1); }
int through(int (*f)(int, int), int x) { return f(x, 2); }
int variadic_call(int x) { return ext("%d %f", x, 2.5); }
int variadic(int n, ...) { __builtin_va_list ap; __builtin_va_start(ap, n); int r = __builtin_va_arg(ap, int); __builtin_va_end(ap); return r; }
void stops(int x) { if (x) die(); sink(x); }
int vla(int n) { int a[n]; a[0] = n; return a[n - 1] + sizeof a; }
struct big copy(struct big b) { b.a[0]++; return b; }
int call_copy(struct big *p) { return copy(*p).a[0]; }
volatile int device; int reads(void) { device = 1; return device; }
int atomics(_Atomic int *p, int *q) { (*p)++; int e = 1; __atomic_compare_exchange_n(q, &e, 2, 0, 5, 5); __atomic_thread_fence(5); return __atomic_fetch_or(q, 4, 5) + __atomic_load_n(q, 5); }
typedef int v4 __attribute__((vector_size(16)));
v4 vectors(v4 a, v4 b, int i) { v4 c = a * b; c[i] = a[1]; return __builtin_shufflevector(c, b, 0, 5, -1, 3); }
int computed(int x) { static void *t[] = { &&a, &&b }; goto *t[x & 1]; a: return 1; b: return 2; }
int barrier(int x) { __asm__ volatile("" ::: "memory"); return x; }
int opaque(int x) { __asm__("" : "+r"(x)); return x; }
int processor(void) { int a, b, c, d; __asm__("cpuid" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "0"(1)); return a + b + c + d; }
int assembly(int x) { __asm__ volatile("nop" ::: "memory"); return x; }
__int128 wide(__int128 a) { return a * 3 + 1; }
_Complex double complex(_Complex double a, _Complex double b) { return a * b; }
`;

describe.each([WASM, LINUX])('instructions for %s', (target) => {
  let program: Program;
  beforeAll(async () => {
    program = await compileAndRead(SOURCE, PLAIN, target);
  });
  const fn = (name: string) => functionNamed(program, name);

  it('reads integer arithmetic with its flags', () => {
    const binaries = instructionsOfKind(fn('arithmetic'), 'binary');
    const operators = new Set(binaries.map((i) => i.operator));
    for (const operator of [
      'add',
      'sub',
      'mul',
      'sdiv',
      'udiv',
      'srem',
      'urem',
      'ashr',
      'lshr',
      'and',
      'or',
      'xor',
      'shl',
    ]) {
      expect(operators).toContain(operator);
    }
    expect(binaries.find((i) => i.operator === 'mul')).toMatchObject({ nsw: true, nuw: false, exact: false });
    expect(binaries.find((i) => i.operator === 'udiv')).toMatchObject({ nsw: false, exact: false });
    expect(binaries.filter((i) => i.operator === 'add').some((i) => !i.nsw)).toBe(true);
  });

  it('reads floating arithmetic', () => {
    expect(instructionsOfKind(fn('floats'), 'fneg')).toHaveLength(1);
    const operators = instructionsOfKind(fn('floats'), 'binary').map((i) => i.operator);
    expect(new Set(operators)).toEqual(new Set(['fadd', 'fsub', 'fmul', 'fdiv']));
  });

  it('reads casts', () => {
    const operators = new Set(instructionsOfKind(fn('casts'), 'cast').map((i) => i.operator));
    for (const operator of ['sext', 'trunc', 'fptosi', 'sitofp', 'fptrunc', 'ptrtoint'])
      expect(operators).toContain(operator);
  });

  it('reads comparisons', () => {
    const ints = instructionsOfKind(fn('compares'), 'icmp').map((i) => i.predicate);
    expect(ints).toEqual(expect.arrayContaining(['slt', 'ult', 'eq']));
    expect(instructionsOfKind(fn('compares'), 'fcmp').map((i) => i.predicate)).toEqual(['olt', 'une', 'oge']);
  });

  it('reads addresses of elements', () => {
    const [inStruct] = instructionsOfKind(fn('elements'), 'getelementptr').filter((i) => i.indices.length === 2);
    expect(typeName(inStruct.sourceType)).toBe('%struct.pair');
    expect(inStruct.inbounds).toBe(true);
    expect(inStruct.indices[1]).toMatchObject({ kind: 'int', value: 1n });
  });

  it('reads a switch with all its cases', () => {
    const terminators = fn('select_case').blocks.map(terminatorOf);
    const choice = terminators.find((i) => i.op === 'switch')!;
    expect(choice.op === 'switch' && choice.cases.map((c) => BigInt.asIntN(32, c.value.value))).toEqual([
      1n,
      2n,
      -7n,
      100n,
    ]);
    if (choice.op === 'switch') expect(choice.cases[0].target).toBe(choice.cases[1].target);
  });

  it('reads phis and branches', () => {
    const [phi] = instructionsOfKind(fn('either'), 'phi');
    expect(phi.incoming.length).toBeGreaterThanOrEqual(2);
    expect(instructionsOfKind(fn('loop'), 'condbr').length).toBeGreaterThanOrEqual(3);
  });

  it('reads calls: direct, through a pointer, with variable arguments', () => {
    const [recursion] = instructionsOfKind(fn('recursive'), 'call').filter(
      (i) => i.callee.kind === 'global' && i.callee.global === fn('recursive'),
    );
    expect(recursion.arguments).toHaveLength(1);
    expect(instructionsOfKind(fn('through'), 'call')[0].callee.kind).toBe('register');
    const [call] = instructionsOfKind(fn('variadic_call'), 'call');
    expect(call.functionType.variadic).toBe(true);
    expect(call.arguments.map((a) => typeName(a.type))).toEqual(['ptr', 'i32', 'double']);
  });

  it('marks calls that do not return', () => {
    const calls = instructionsOfKind(fn('stops'), 'call');
    const noreturn = Object.fromEntries(
      calls.map((c) => [c.callee.kind === 'global' ? c.callee.global.name : '', c.noreturn]),
    );
    expect(noreturn).toMatchObject({ die: true, sink: false });
  });

  it('marks arguments that are copied', () => {
    const [call] = instructionsOfKind(fn('call_copy'), 'call').filter(
      (i) => i.callee.kind === 'global' && i.callee.global === fn('copy'),
    );
    expect(call.byval.map((type) => type && typeName(type))).toEqual([null, '%struct.big']);
  });

  it('reads locals of variable length', () => {
    const counts = instructionsOfKind(fn('vla'), 'alloca').map((i) => i.count.kind);
    expect(counts.filter((kind) => kind === 'register')).toHaveLength(1);
  });

  it('keeps volatile accesses volatile', () => {
    expect(instructionsOfKind(fn('reads'), 'store').map((i) => i.volatile)).toEqual([true]);
    expect(instructionsOfKind(fn('reads'), 'load').map((i) => i.volatile)).toEqual([true]);
    expect(instructionsOfKind(fn('loop'), 'load').some((i) => i.volatile)).toBe(false);
  });

  it('reads atomics', () => {
    const kinds = instructionsOf(fn('atomics')).map((i) => i.op);
    expect(kinds).toEqual(expect.arrayContaining(['atomicrmw', 'cmpxchg', 'fence']));
    expect(instructionsOfKind(fn('atomics'), 'atomicrmw').map((i) => i.operator)).toEqual(['add', 'or']);
    expect(typeName(instructionsOfKind(fn('atomics'), 'cmpxchg')[0].result.type)).toBe('{ i32, i1 }');
  });

  it('reads vector operations', () => {
    expect(instructionsOfKind(fn('vectors'), 'shufflevector')[0].mask).toEqual([0, 5, -1, 3]);
    expect(typeName(instructionsOfKind(fn('vectors'), 'extractelement')[0].result.type)).toBe('i32');
    expect(instructionsOfKind(fn('vectors'), 'insertelement')).toHaveLength(1);
  });

  it('refuses computed gotos where they stand, with their targets', () => {
    const [refused] = instructionsOfKind(fn('computed'), 'refused');
    expect(refused.what).toContain('computed goto');
    expect(refused.terminator).toBe(true);
    expect(refused.successors).toHaveLength(2);
    const table = program.variables.find((v) => v.name.startsWith('computed.'))!.initializer!;
    const labels = table.kind === 'aggregate' ? table.elements : [];
    expect(labels.map((label) => label.kind === 'blockaddress' && label.block)).toEqual(refused.successors);
  });

  it('refuses assembly that does something, and drops assembly that does nothing', () => {
    expect(instructionsOfKind(fn('barrier'), 'refused')).toEqual([]);
    expect(instructionsOfKind(fn('barrier'), 'call')).toEqual([]);
    expect(instructionsOfKind(fn('opaque'), 'freeze')).toHaveLength(1);
    expect(instructionsOfKind(fn('processor'), 'freeze')[0].value).toMatchObject({ kind: 'zero' });
    expect(instructionsOfKind(fn('assembly'), 'refused')[0].what).toBe('inline assembly "nop"');
  });

  it('reads wide integers and complex numbers', () => {
    const [product] = instructionsOfKind(fn('wide'), 'binary').filter((i) => i.operator === 'mul');
    expect(typeName(product.result.type)).toBe('i128');
    expect(instructionsOfKind(fn('complex'), 'fcmp').map((i) => i.predicate)).toContain('uno');
  });

  it('numbers registers, blocks and instructions densely', () => {
    let id = 0;
    for (const each of program.functions) {
      each.blocks.forEach((block, index) => {
        expect(block.index).toBe(index);
        for (const instruction of block.instructions) expect(instruction.id).toBe(id++);
      });
    }
    expect(program.instructionCount).toBe(id);
  });
});

describe('every optimisation level', () => {
  const levels = [['-O0'], ['-O1', '-g'], ['-O2', '-g'], ['-O0', '-fsanitize=undefined', '-fsanitize-trap=all']];
  it.each(levels.flatMap((flags) => [WASM, LINUX].map((target) => ({ target, flags: flags.join(' ') }))))(
    'is read for $target with $flags',
    async ({ target, flags }) => {
      const program = await compileAndRead(SOURCE, flags.split(' '), target);
      expect(instructionsOfKind(functionNamed(program, 'wide'), 'ret')).toHaveLength(1);
    },
  );

  it('includes vectorised loops', async () => {
    const source =
      'void add(int *restrict a, const int *restrict b, int n) { for (int i = 0; i < n; i++) a[i] += b[i] * 3; }';
    const program = await compileAndRead(source, ['-O2', '-msimd128']);
    const types = instructionsOf(functionNamed(program, 'add')).map((i) =>
      i.result === null ? '' : typeName(i.result.type),
    );
    expect(types).toContain('<4 x i32>');
  });
});

describe('assembly that jumps', () => {
  it('is refused where it stands, with its targets', async () => {
    const source = 'int f(int x) { __asm__ goto("jmp %l0" : : : : out); return 1; out: return 2; }';
    const program = await compileAndRead(source, PLAIN, LINUX);
    const [refused] = instructionsOfKind(functionNamed(program, 'f'), 'refused');
    expect(refused).toMatchObject({ what: 'assembly with jumps (asm goto)', terminator: true });
    expect(refused.successors).toHaveLength(2);
  });
});
