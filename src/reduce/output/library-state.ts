/**
 * Variables of the modelled library that later calls can look at: what a function leaves in them is an output of it. The clock
 * and open files are not among them; who compares versions says so.
 */
import type { GlobalVariable } from '../../program/program.ts';

const LIBRARY_STATE: Readonly<Record<string, string>> = {
  errno: 'errno',
  errno_value: 'errno',
  environ: 'environment',
  random_state: 'state of random()',
  random_front: 'place in the state of random()',
  random_seeded: 'whether random() was seeded',
  random_rand_state: 'state of rand()',
  random_48: 'state of drand48()',
  string_search_token_rest: 'rest of strtok()',
  optarg: 'optarg',
  optind: 'optind',
  optopt: 'optopt',
  getopt_position: 'position of getopt()',
  signal_handlers: 'signal handlers',
};

export const NOT_COMPARED_STATE = 'the clock and open files';

const LIBRARY_FILES = /(^|\/)(errno|env|random|string_search|getopt|signal)\.c$/;

export function isLibraryState({ debug }: GlobalVariable): boolean {
  return debug !== null && Object.hasOwn(LIBRARY_STATE, debug.name) && LIBRARY_FILES.test(debug.file.path);
}

/** What people call the variable. */
export function globalName(global: GlobalVariable): string {
  const name = global.debug?.name ?? global.name;
  return isLibraryState(global) ? LIBRARY_STATE[name] : name;
}
