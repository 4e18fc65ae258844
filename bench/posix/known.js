/** Command lines that differ from the native programs, and why. */
const LONG_DOUBLE = 'arithmetic on long doubles that would have to be rounded is not executed';

export const KNOWN = {
  'numfmt --to=iec 1000 2048 1048576': LONG_DOUBLE,
  'numfmt --to=si --format=%.2f 12345': LONG_DOUBLE,
  "numfmt --field 2 --to=iec <<< 'a 4096\\nb 8192\\n'": LONG_DOUBLE,
};
