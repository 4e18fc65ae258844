/** The programs of bench/programs that the benches of `cover` run where none is named. */
export const PROGRAMS = [
  'tokenizer',
  'expression',
  'packet',
  'scheduler',
  'date',
  'connection',
  'cover/options',
  'cover/format',
  'cover/script',
];
