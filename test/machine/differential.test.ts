/**
 * The same C, run by the machine and, compiled to WebAssembly, by V8: what is printed and the exit status must agree.
 * One program per family of instructions; `npm run csmith` does the same with generated programs.
 */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadProgram } from '../../src/frontend/load.ts';
import { EMPTY_ENVIRONMENT, type EnvironmentOptions } from '../../src/machine/environment.ts';
import { runReal } from '../../src/suite/replay/wasm.ts';
import { concreteText, exploreProgram } from './explore.ts';

const directory = fileURLToPath(new URL('differential', import.meta.url));
const STDIN = '12 -7\n2147483647 end of input\n';

describe('the machine and compiled code agree on', () => {
  for (const file of readdirSync(directory).filter((name) => name.endsWith('.c'))) {
    it(file.replace('.c', '').replace('_', ' '), async () => {
      const environment: EnvironmentOptions = {
        ...EMPTY_ENVIRONMENT,
        programName: file,
        stdin: { kind: 'bytes', bytes: new TextEncoder().encode(STDIN) },
      };
      const { paths } = await exploreProgram(await loadProgram([file], { directory }), { environment });
      const real = await runReal([file], { directory, stdin: STDIN, maxSeconds: 20 });
      expect(paths.length).toBe(1);
      const { outcome, model } = paths[0];
      expect(outcome.ending.message).toBe('the program ended');
      expect(concreteText(outcome.stdout, model)).toBe(Buffer.from(real.stdout).toString('latin1'));
      expect(concreteText(outcome.stderr, model)).toBe(Buffer.from(real.stderr).toString('latin1'));
      expect(outcome.ending.status).toBe(real.status);
    });
  }
});
