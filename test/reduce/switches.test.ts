import { describe, expect, it } from 'vitest';
import { REDUCTIONS } from '../../src/reduce/registry.ts';
import { readSwitches } from '../../src/reduce/switches.ts';

const { switches } = REDUCTIONS.postcondition;

describe('the switches of a reduction', () => {
  it('are read as numbers and as on or off', () => {
    expect(
      readSwitches(['size-bound=200', 'first-instance-only=on', 'combine=off'], switches, 'postcondition'),
    ).toEqual({
      sizeBound: 200,
      firstInstanceOnly: true,
      combine: false,
    });
  });

  it('are listed when a name is wrong', () => {
    expect(() =>
      readSwitches(
        ['size=3'],
        { sizeBound: { default: 7, meaning: '' }, lazy: { default: true, meaning: '' } },
        'some',
      ),
    ).toThrow(
      expect.objectContaining({
        message: "--switch size=3: --reduce some has no switch 'size'",
        hint: 'it has size-bound=7, lazy=on',
      }),
    );
    expect(() => readSwitches(['lazy'], {}, 'none')).toThrow(expect.objectContaining({ hint: 'it has none' }));
  });

  it.each(['size-bound=', 'size-bound=-1', 'size-bound=on', 'combine=1', 'combine='])('%s is refused', (text) => {
    expect(() => readSwitches([text], switches, 'postcondition')).toThrow(
      /is not a whole number|is neither on nor off/,
    );
  });
});
