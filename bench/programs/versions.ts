/** The edited versions of the control programs: one replacement in the text of the original each. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const controlPrograms = ['brake', 'altitude'] as const;
export type ControlProgram = (typeof controlPrograms)[number];

export interface ProgramVersion {
  /** 1 to 16; 0 is the original. */
  readonly version: number;
  readonly kind: string;
  readonly description: string;
  /** Whether some inputs, over enough cycles, give other outputs than the original. */
  readonly changesBehaviour: boolean;
  readonly source: string;
}

interface VersionEdit {
  readonly version: number;
  readonly kind: string;
  readonly description: string;
  readonly changesBehaviour: boolean;
  readonly find: string;
  readonly replace: string;
}

export function originalOf(program: ControlProgram): string {
  return readFileSync(fileURLToPath(new URL(`control/${program}.c`, import.meta.url)), 'utf8');
}

export function versionsOf(program: ControlProgram): ProgramVersion[] {
  const original = originalOf(program);
  const file = fileURLToPath(new URL(`control/${program}.versions.json`, import.meta.url));
  const edits = JSON.parse(readFileSync(file, 'utf8')) as VersionEdit[];
  return edits.map(({ version, kind, description, changesBehaviour, find, replace }) => {
    if (original.split(find).length !== 2)
      throw new Error(`version ${version} of ${program} does not fit its original`);
    return { version, kind, description, changesBehaviour, source: original.replace(find, () => replace) };
  });
}
