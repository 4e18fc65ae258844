import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildNativeModel, missingNativeTool, type NativeModel } from './model.ts';

const missing = missingNativeTool();
if (missing) console.warn(`the comparison with the installed C library is skipped: there is no ${missing}`);

const seed = Number(process.env.PATHFOLD_SEED ?? 1);

describe.skipIf(missing !== undefined)(`the C library model agrees with the installed library (seed ${seed})`, () => {
  let model: NativeModel;

  beforeAll(() => {
    model = buildNativeModel();
  }, 120_000);
  afterAll(() => model?.dispose());

  it.each([
    ['printing', 20_000],
    ['numbers', 8_000],
    ['scanning', 20_000],
    ['strings', 3_000],
    ['library', 8_000],
    ['files', 4_000],
    ['patterns', 3_000],
    ['converting', 5_000],
    ['posix', 6_000],
  ])('%s', async (driver, rounds) => {
    const comparison = await model.run(driver, seed, rounds);
    expect(comparison.text.replace(/calls.*\n$/, '')).toBe('');
    expect(comparison.calls).toBeGreaterThan(rounds / 2);
  });

  it('needs nothing but the primitives of the machine and the compiler', () => {
    const own = /^(__pf_[a-z0-9_]+|longjmp|native_[a-z]+|_GLOBAL_OFFSET_TABLE_|__u(div|mod)ti3)$/;
    expect(model.undefinedNames.filter((name) => !own.test(name))).toEqual([]);
  });
});
