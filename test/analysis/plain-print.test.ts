/** Which calls print and cannot fault; and that those which can are not overlooked. */
import { beforeAll, describe, expect, it } from 'vitest';
import { directCallee } from '../../src/analysis/call-graph.ts';
import { PlainPrints } from '../../src/analysis/plain-print.ts';
import type { CallInstruction } from '../../src/program/instructions.ts';
import type { Program } from '../../src/program/program.ts';
import { loadText } from '../machine/explore.ts';
import { exploreOutput, RETURN } from '../reduce/output/explore.ts';

const DECLARATIONS = `#include <pathfold.h>
#include <stdio.h>
static const char bare[3] = {'a', 'b', 'c'};
static const char ended[4] = {'a', 'b', 'c', 0};
static char text[8] = "text";
`;

const PLAIN = [
  'putchar(x);',
  'puts("text");',
  'puts("");',
  'puts(ended);',
  'printf("%d%%\\n", x);',
  'printf("%-5.2d %llx %c %s %f", x, wide, x, "text", real);',
  'fputs("text", stdout);',
  'fprintf(stderr, "%5u", x);',
  'fputc(x, stderr);',
];

const NOT_PLAIN: Readonly<Record<string, string>> = {
  'a text without an end': 'puts(bare);',
  'a text that may change': 'puts(text);',
  'a part of a text': 'puts(&ended[3]);',
  'a string argument that may change': 'printf("%s", text);',
  'a string argument without an end': 'printf("%s", bare);',
  'a missing argument': 'printf("%d %d", x);',
  'a number where a string is expected': 'printf("%s", x);',
  'a narrow number where a wide one is expected': 'printf("%lld", x);',
  'a width from an argument': 'printf("%*d", x, x);',
  'a count that is stored': 'printf("%n", &x);',
  'a conversion nobody knows': 'printf("%y", x);',
  'a format that is not a literal': 'printf(text);',
  'a stream that was computed': 'fputs("text", x ? stdout : 0);',
  'another function': 'fflush(stdout);',
};

describe('plain prints', () => {
  const statements = [...PLAIN, ...Object.values(NOT_PLAIN)];
  let program: Program;
  let prints: PlainPrints;
  beforeAll(async () => {
    const functions = statements.map(
      (statement, i) => `void printing_${i}(int x, long long wide, double real) { ${statement} }`,
    );
    program = await loadText(`${DECLARATIONS}${functions.join('\n')}\nint main(void) { return bare[0] + ended[0]; }`);
    prints = new PlainPrints(program);
  });

  /** The last call of the function around the statement. */
  function callOf(statement: string): CallInstruction {
    const fn = program.functions.find(({ name }) => name === `printing_${statements.indexOf(statement)}`)!;
    const calls = fn.blocks.flatMap(({ instructions }) => instructions.filter((each) => each.op === 'call'));
    return calls.filter((call) => !directCallee(call)?.name.startsWith('llvm.')).at(-1)!;
  }

  it.each(PLAIN)('include %s', (statement) => {
    expect(prints.has(callOf(statement))).toBe(true);
  });

  it.each(Object.keys(NOT_PLAIN))('do not include those with %s', (what) => {
    expect(prints.has(callOf(NOT_PLAIN[what]))).toBe(false);
  });

  it('need streams that nobody can replace', async () => {
    const text = '#include <stdio.h>\nint main(void) { puts("text"); return 0; }\n';
    const own = await loadText(`${text}extern FILE *const stdout;\nFILE *const stdout = 0;`);
    const call = own.functions
      .flatMap(({ blocks }) => blocks.flatMap(({ instructions }) => instructions))
      .find((each) => each.op === 'call' && directCallee(each)?.name === 'puts');
    expect(new PlainPrints(own).has(call as CallInstruction)).toBe(false);
  });

  it('are not taken for granted: a text without an end is a row of its own', async () => {
    const { exploration, rows } = await exploreOutput(
      `${DECLARATIONS}
int main(void) {
  int x = pathfold_int("x"), y = pathfold_int("y");
  if (x > 3) puts(bare);
  if (y > 5) printf("%s", x);
  return 0;
}`,
      { ...RETURN, stdout: false },
    );
    exploration.dispose();
    const lines = rows.map(({ outcome: { ending } }) => `${ending.kind}:${ending.position?.line ?? ''}`);
    expect(lines).toContain('out-of-bounds:9');
    expect(lines.some((line) => line.endsWith(':10'))).toBe(true);
  });
});
