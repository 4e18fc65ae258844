/** The properties reductions preserve, by name; each is a function over two runs in a file of this folder. */

export const PROPERTIES = {
  faults: 'every fault (kind and place)',
  coverage: 'every coverable instruction and branch',
  relations: 'every input-output relation',
  suffixes: 'every path suffix',
  'suffixes anywhere': 'every path suffix, in any iteration',
  values: 'every symbolic value at every statement',
  affected: 'every sequence of affected statements',
  'affected values': 'every symbolic value at every affected statement',
  'affected relations': 'every input-output relation of paths that run something affected',
} as const;

export type PropertyName = keyof typeof PROPERTIES;
