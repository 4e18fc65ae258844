/** The switches of a reduction, as users write them: `size-bound=200`, `combine=off`. */
import { UserError } from '../program/errors.ts';
import type { Switch } from './catalogue.ts';

/** Switches that were given, with their values. */
export type Switched = Readonly<Record<string, boolean | number>>;

/** The values that texts of the form NAME=VALUE give; each must be the name of one of `known`. */
export function readSwitches(
  texts: readonly string[],
  known: Readonly<Record<string, Switch>>,
  reduction: string,
): Switched {
  const names = new Map(Object.keys(known).map((name) => [switchSpelling(name), name]));
  const chosen: Record<string, boolean | number> = {};
  for (const text of texts) {
    const [, spelt, value] = /^([^=]*)=(.*)$/.exec(text) ?? [null, text, ''];
    const name = names.get(spelt);
    if (name === undefined) {
      throw new UserError(`--switch ${text}: --reduce ${reduction} has no switch '${spelt}'`, listing(known));
    }
    chosen[name] = typeof known[name].default === 'number' ? numberOf(text, value) : isOn(text, value);
  }
  return chosen;
}

function numberOf(text: string, value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new UserError(`--switch ${text}: '${value}' is not a whole number`);
  return Number(value);
}

function isOn(text: string, value: string): boolean {
  if (value !== 'on' && value !== 'off') throw new UserError(`--switch ${text}: '${value}' is neither on nor off`);
  return value === 'on';
}

function listing(known: Readonly<Record<string, Switch>>): string {
  const all = Object.entries(known).map(([name, each]) => switchText(name, each));
  return all.length === 0 ? 'it has none' : `it has ${all.join(', ')}`;
}

/** As it is unless said otherwise: `size-bound=1000`, `lazy=on`. */
export function switchText(name: string, { default: value }: Switch): string {
  return `${switchSpelling(name)}=${typeof value === 'number' ? value : value ? 'on' : 'off'}`;
}

function switchSpelling(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
