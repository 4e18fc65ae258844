import { beforeAll, describe, expect, it } from 'vitest';
import { buildWasmModel, compileWholeModel, type WasmModel } from './model.ts';

const seed = Number(process.env.PATHFOLD_SEED ?? 1);
const bitcode = ['-c', '-emit-llvm', '-O1', '-Xclang', '-disable-llvm-passes', '-g'];

describe('the sources of the C library model', () => {
  it.each(['wasm32-wasip1', 'x86_64-linux-gnu'])('compile for %s as one unit without a warning', async (target) => {
    const { diagnostics, status } = await compileWholeModel(target, bitcode);
    expect(diagnostics).toBe('');
    expect(status).toBe(0);
  });
});

describe(`the C library model agrees with wasi-libc in V8 (seed ${seed})`, () => {
  let model: WasmModel;

  beforeAll(async () => {
    model = await buildWasmModel();
  }, 120_000);

  it.each([
    ['printing', 20_000],
    ['numbers', 5_000],
    ['scanning', 10_000],
    ['strings', 2_000],
    ['library', 4_000],
  ])('%s', async (driver, rounds) => {
    const comparison = await model.run(driver, seed, rounds);
    expect(comparison.text.replace(/calls.*\n$/, '')).toBe('');
    expect(comparison.calls).toBeGreaterThan(rounds / 2);
  });

  it('needs nothing but the primitives of the machine and the compiler', () => {
    const compilerSupport =
      /^__(add|sub|mul|div|trunc|extend|float|fix|u?div|u?mod|ash|lsh|mult|eq|ne|lt|le|gt|ge|unord)[a-z]+\d?$/;
    const foreign = model.imports.filter((name) => !name.startsWith('__pf_') && !compilerSupport.test(name));
    expect(foreign.filter((name) => !/^f?ma?f?$|^fma$|^fmaf$|^fmod$/.test(name))).toEqual([]);
  });
});
