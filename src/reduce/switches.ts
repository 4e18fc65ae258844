/** The switches of a reduction, as users write them: `size-bound=200`, `combine=off`. */
import { UserError } from '../program/errors.ts';

/** What can be switched, with what it is unless said otherwise. */
export type Switches = Readonly<Record<string, boolean | number>>;

/** The values that texts of the form NAME=VALUE give; each must be the name of one of `known`. */
export function readSwitches(texts: readonly string[], known: Switches, reduction: string): Switches {
  const names = new Map(Object.keys(known).map((name) => [spelling(name), name]));
  const chosen: Record<string, boolean | number> = {};
  for (const text of texts) {
    const [, spelt, value] = /^([^=]*)=(.*)$/.exec(text) ?? [null, text, ''];
    const name = names.get(spelt);
    if (name === undefined) {
      throw new UserError(`--switch ${text}: --reduce ${reduction} has no switch '${spelt}'`, listing(known));
    }
    chosen[name] = typeof known[name] === 'number' ? numberOf(text, value) : isOn(text, value);
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

function listing(known: Switches): string {
  const all = Object.entries(known).map(([name, value]) => `${spelling(name)}=${valueText(value)}`);
  return all.length === 0 ? 'it has none' : `it has ${all.join(', ')}`;
}

function valueText(value: boolean | number): string {
  return typeof value === 'number' ? String(value) : value ? 'on' : 'off';
}

function spelling(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
