/** Command lines that differ from the native programs, and why. */
const LONG_DOUBLE = 'x86 long double arithmetic is not executed';

export const KNOWN = {
  'numfmt --to=iec 1000 2048 1048576': LONG_DOUBLE,
  'numfmt --from=si 1K 2M': LONG_DOUBLE,
  'numfmt --to=si --format=%.2f 12345': LONG_DOUBLE,
  "numfmt --field 2 --to=iec <<< 'a 4096\\nb 8192\\n'": LONG_DOUBLE,
  'seq -w 8 11': LONG_DOUBLE,
  'seq -s, 1 0.5 3': LONG_DOUBLE,
  "seq -f '%.1f' 1 3": LONG_DOUBLE,
  'seq 5 -1 1': LONG_DOUBLE,
};
