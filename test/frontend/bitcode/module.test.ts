import { beforeAll, describe, expect, it } from 'vitest';
import { readBitcode } from '../../../src/frontend/bitcode/read.ts';
import { printConstant, printProgram } from '../../../src/program/print.ts';
import { isDeclaration, type Program, resolveAlias } from '../../../src/program/program.ts';
import { typeName } from '../../../src/program/types.ts';
import { compile, compileAndRead, functionNamed, LINUX, PLAIN, variableNamed, WASM } from './compile.ts';

const SOURCE = `
struct node { struct node *left; int value; char tag[3]; };
struct __attribute__((packed)) tight { char c; int i; };
union either { int i; double d; };
int answer = 42; unsigned char byte = 200; long long minimum = -9223372036854775807LL - 1; _Bool yes = 1;
__int128 wide = ((__int128)0x0123456789abcdefLL << 64) | 0xfedcba9876543210ULL; __int128 negative = -2;
float single = 1.5f; double negative_zero = -0.0; long double extended = 1.0L;
char terminated[] = "hi"; char cut[2] = "hi"; char spread[6] = "hi"; const char *text = "a\\xff\\n";
short table[] = {1, -2, 3}; long long longs[] = {-1, 0x123456789abcdefLL}; double reals[] = {0.5, 2.0};
struct node zeroed, linked = { &linked, 7, "ab" }; struct tight packed = { 1, 2 }; union either both = { .d = 1.0 };
extern struct node table_of[4]; int *middle = &table_of[2].value; unsigned long address = (unsigned long)&answer;
static int hidden = 3; int tentative; const int fixed = 9; extern int elsewhere; _Thread_local int local_to_thread;
__attribute__((weak)) int soft = 1; extern int maybe __attribute__((weak)); __attribute__((aligned(64))) int spaced;
int twice(int x) { return x * 2 + hidden + elsewhere + fixed + (&maybe != 0); }
extern int also_twice(int) __attribute__((alias("twice")));
int (*functions[])(int) = { twice, also_twice, 0 };
__attribute__((weak)) void soft_function(void) {} extern void undefined_weak(void) __attribute__((weak));
inline int visible(int x) { return x; } static inline int mine(int x) { return x + 1; }
int uses(int x) { if (undefined_weak) undefined_weak(); return visible(x) + mine(x) + middle[0] + text[0] + address; }
_Noreturn void stop(void); struct node by_value(struct node n, int k) { n.value = k; if (k < 0) stop(); return n; }
__attribute__((constructor(300))) static void third(void) {} __attribute__((constructor(150))) static void first(void) {}
__attribute__((constructor(300))) static void fourth(void) {}
`;

describe.each([
  [WASM, 4],
  [LINUX, 8],
])('a module for %s', (target, pointerBytes) => {
  let bytes: Uint8Array;
  let program: Program;
  beforeAll(async () => {
    bytes = await compile(SOURCE, PLAIN, target);
    program = await compileAndRead(SOURCE, PLAIN, target);
  });
  const initializer = (name: string) => printConstant(variableNamed(program, name).initializer!);

  it('knows its target', () => {
    expect(program.target.startsWith(target.split('-')[0])).toBe(true);
    expect(program.layout.pointerBytes).toBe(pointerBytes);
    expect(program.name).toBe('input.c');
  });

  it('reads numbers of every width', () => {
    expect(initializer('answer')).toBe('i32 42');
    expect(variableNamed(program, 'byte').initializer).toMatchObject({ kind: 'int', value: 200n });
    expect(variableNamed(program, 'minimum').initializer).toMatchObject({ value: 1n << 63n });
    expect(variableNamed(program, 'yes').initializer).toMatchObject({ value: 1n });
    expect(variableNamed(program, 'wide').initializer).toMatchObject({ value: 0x0123456789abcdeffedcba9876543210n });
    expect(variableNamed(program, 'negative').initializer).toMatchObject({ value: (1n << 128n) - 2n });
  });

  it('reads floating constants as bit patterns', () => {
    expect(variableNamed(program, 'single').initializer).toMatchObject({ kind: 'float', bits: 0x3fc00000n });
    expect(variableNamed(program, 'negative_zero').initializer).toMatchObject({ bits: 1n << 63n });
    const one = target === WASM ? 0x3fff0000000000000000000000000000n : 0x3fff8000000000000000n;
    expect(variableNamed(program, 'extended').initializer).toMatchObject({ bits: one });
  });

  it('reads strings and tables as bytes', () => {
    const bytesOf = (name: string) => {
      const constant = variableNamed(program, name).initializer!;
      return constant.kind === 'bytes' ? [...constant.bytes] : constant.kind;
    };
    expect(bytesOf('terminated')).toEqual([104, 105, 0]);
    expect(bytesOf('cut')).toEqual([104, 105]);
    expect(bytesOf('spread')).toEqual([104, 105, 0, 0, 0, 0]);
    expect(bytesOf('table')).toEqual([1, 0, 254, 255, 3, 0]);
    expect(bytesOf('longs')).toEqual([...Array(8).fill(255), 0xef, 0xcd, 0xab, 0x89, 0x67, 0x45, 0x23, 0x01]);
    expect(bytesOf('reals')).toEqual([0, 0, 0, 0, 0, 0, 0xe0, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0x40]);
    const literal = variableNamed(program, 'text').initializer!;
    const target = literal.kind === 'global' && literal.global.kind === 'variable' ? literal.global : null;
    expect(target?.initializer).toMatchObject({ kind: 'bytes', bytes: Uint8Array.of(97, 255, 10, 0) });
  });

  it('reads structs, also such as point at themselves', () => {
    expect(variableNamed(program, 'zeroed').initializer?.kind).toBe('zero');
    const linked = variableNamed(program, 'linked');
    const constant = linked.initializer!;
    expect(constant.kind === 'aggregate' && constant.elements[0]).toMatchObject({ kind: 'global', global: linked });
    expect(program.layout.sizeOf(variableNamed(program, 'packed').valueType)).toBe(5);
    expect(program.layout.sizeOf(variableNamed(program, 'both').valueType)).toBe(8);
    expect(typeName(variableNamed(program, 'zeroed').valueType)).toBe('%struct.node');
  });

  it('reads addresses inside objects as expressions', () => {
    expect(variableNamed(program, 'middle').initializer).toMatchObject({
      kind: 'expression',
      operator: 'getelementptr',
    });
    expect(variableNamed(program, 'address').initializer).toMatchObject({ kind: 'expression', operator: 'ptrtoint' });
  });

  it('knows what each symbol is to other modules', () => {
    const linkage = (name: string) => variableNamed(program, name).linkage;
    expect(linkage('answer')).toBe('external');
    expect(linkage('hidden')).toBe('internal');
    expect(linkage('soft')).toBe('weak');
    expect(linkage('maybe')).toBe('extern_weak');
    expect(variableNamed(program, 'elsewhere').initializer).toBeNull();
    expect(variableNamed(program, 'fixed').constant).toBe(true);
    expect(variableNamed(program, 'answer').constant).toBe(false);
    expect(variableNamed(program, 'local_to_thread').threadLocal).toBe(true);
    expect(variableNamed(program, 'answer').threadLocal).toBe(false);
    expect(variableNamed(program, 'spaced').align).toBe(64);
    expect(functionNamed(program, 'soft_function').linkage).toBe('weak');
    expect(functionNamed(program, 'undefined_weak').linkage).toBe('extern_weak');
    expect(isDeclaration(functionNamed(program, 'undefined_weak'))).toBe(true);
    expect(functionNamed(program, 'visible').linkage).toBe('available');
    expect(functionNamed(program, 'mine').linkage).toBe('internal');
  });

  it('resolves aliases', () => {
    const twice = functionNamed(program, 'twice');
    const alias = program.aliases.find((candidate) => candidate.name === 'also_twice')!;
    expect(resolveAlias(alias)).toBe(twice);
    const functions = variableNamed(program, 'functions').initializer!;
    expect(functions.kind === 'aggregate' && functions.elements.map((e) => e.kind)).toEqual([
      'global',
      'global',
      'null',
    ]);
  });

  it('keeps the attributes that change what happens', () => {
    expect(functionNamed(program, 'stop').noreturn).toBe(true);
    const fn = functionNamed(program, 'by_value');
    expect(fn.noreturn).toBe(false);
    const sret = fn.parameterAttributes.findIndex((a) => a.sret !== null);
    const byval = fn.parameterAttributes.findIndex((a) => a.byval !== null);
    if (target === WASM) {
      expect([sret, byval]).toEqual([0, 1]);
      expect(typeName(fn.parameterAttributes[0].sret!)).toBe('%struct.node');
      expect(typeName(fn.parameterAttributes[1].byval!)).toBe('%struct.node');
    } else expect([sret, byval]).toEqual([-1, -1]);
  });

  it('runs constructors by priority, then in order', () => {
    expect(program.constructors.map((fn) => fn.name)).toEqual(['first', 'third', 'fourth']);
  });

  it('gives the same program for the same bytes', () => {
    const again = readBitcode(bytes.slice(), 'input.c');
    expect(printProgram(again)).toBe(printProgram(readBitcode(bytes, 'input.c')));
    expect(again.instructionCount).toBe(program.instructionCount);
  });

  it('finds bitcode inside the wrapper header', () => {
    const wrapped = new Uint8Array(20 + bytes.length + 7);
    const header = new DataView(wrapped.buffer);
    [0x0b17c0de, 0, 20, bytes.length, 7].forEach((word, i) => {
      header.setUint32(i * 4, word, true);
    });
    wrapped.set(bytes, 20);
    expect(printProgram(readBitcode(wrapped, 'input.c'))).toBe(printProgram(program));
  });
});
