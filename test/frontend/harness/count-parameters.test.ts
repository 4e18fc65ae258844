import { describe, expect, it } from 'vitest';
import { countParameters } from '../../../src/frontend/harness/count-parameters.ts';
import type { DebugType } from '../../../src/program/debug.ts';

const INT: DebugType = { kind: 'base', name: 'int', encoding: 'signed', bits: 32 };
const CHAR: DebugType = { kind: 'base', name: 'char', encoding: 'signed char', bits: 8 };
const POINTER: DebugType = { kind: 'pointer', target: INT, bits: 32 };

const counts = (...parameters: readonly [string, DebugType][]) =>
  Object.fromEntries(countParameters(parameters.map(([name, type]) => ({ name, type }))));

describe('parameters that count', () => {
  it('are known by the name of what they count, wherever they stand', () => {
    expect(counts(['in', POINTER], ['out', POINTER], ['outlen', INT], ['inlen', INT])).toEqual({
      in: 'inlen',
      out: 'outlen',
    });
  });

  it('are known by their own names where they follow a pointer', () => {
    expect(counts(['data', POINTER], ['size', INT])).toEqual({ data: 'size' });
    expect(counts(['a', POINTER], ['n', INT], ['b', POINTER])).toEqual({ a: 'n' });
  });

  it('are not found among characters, flags and other numbers', () => {
    expect(counts(['s', POINTER], ['size', CHAR])).toEqual({});
    expect(counts(['s', POINTER], ['flags', INT])).toEqual({});
    expect(counts(['s', POINTER], ['x', INT], ['len', INT])).toEqual({});
  });
});
