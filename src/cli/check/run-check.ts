/** Runs what a configuration asks for, target by target, and collects what is found. */
import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { CheckSettings, CheckTarget } from '../../api/check-config.ts';
import { diffVersions, explorationOf, type LoadedProgram, loadSources } from '../../api/library.ts';
import { ENDINGS } from '../../machine/endings.ts';
import { UserError } from '../../program/errors.ts';
import type { Summary, SummaryFault } from '../../suite/summary.ts';
import { ownFunctions } from '../run/several-functions.ts';
import type { DiffSummary } from '../versions/diff-run.ts';
import { type ChangedFunction, changesSince, withStaticFunctions } from './changed-functions.ts';
import type { FoundConfig } from './config.ts';
import type { Finding } from './finding.ts';

export interface CheckPlan extends FoundConfig {
  /** Null to test everything. */
  readonly base: string | null;
  /** Absolute. */
  readonly out: string;
  readonly signal: AbortSignal;
  progress(text: string): void;
  note(text: string): void;
}

/** One function, or a whole program, that was looked at. */
export interface CheckedUnit {
  readonly target: string;
  readonly function: string | null;
  readonly how: 'tested' | 'compared';
  readonly verdict: Summary['verdict'];
  readonly folder: string;
}

export interface CheckOutcome {
  readonly findings: readonly Finding[];
  readonly units: readonly CheckedUnit[];
}

export async function runCheck(plan: CheckPlan): Promise<CheckOutcome> {
  const findings: Finding[] = [];
  const units: CheckedUnit[] = [];
  for (const target of plan.config.targets) {
    if (plan.signal.aborted) break;
    await new TargetCheck(target, plan, findings, units).run();
  }
  return { findings, units };
}

/** Changes of one function that are told; the others are counted. */
const MOST_CHANGES = 3;

class TargetCheck {
  private readonly name: string;
  private readonly files: readonly string[];
  private readonly settings: CheckSettings;

  constructor(
    private readonly target: CheckTarget,
    private readonly plan: CheckPlan,
    private readonly findings: Finding[],
    private readonly units: CheckedUnit[],
  ) {
    const here = (path: string) => relative('', resolve(plan.directory, path));
    this.files = [target.files].flat().map(here);
    this.name = target.name ?? this.files[0];
    const settings = { ...plan.config.settings, ...target.settings };
    const directories = [settings.includeDirectory ?? []].flat().map(here);
    this.settings = {
      replay: 'sample',
      ...settings,
      ...(directories.length === 0 ? {} : { includeDirectory: directories }),
    };
  }

  async run(): Promise<void> {
    const { base } = this.plan;
    this.plan.progress(`${this.name}: compiling`);
    const compiling = pickCompiling(this.settings);
    let loaded: LoadedProgram;
    try {
      for (const file of this.files) if (!existsSync(file)) throw new UserError(`${file} does not exist`);
      loaded = await loadSources(this.files, withStaticFunctions(compiling));
    } catch (error) {
      this.addBroken(error);
      return;
    }
    if (base !== null) {
      const folder = join(this.plan.out, '.base', folderName(this.name));
      const changes = await changesSince(base, loaded, withStaticFunctions(compiling), folder, (reason) =>
        this.plan.note(
          `${this.name} of ${base} does not compile, so that everything counts as new: ${reason.split('\n')[0]}`,
        ),
      );
      if (changes !== null) {
        if (this.isWhole()) {
          if (changes.any) await this.compareWhole(base, changes.functions);
          return;
        }
        const wanted = new Set(this.functionNames(loaded));
        for (const each of changes.functions.filter(({ name }) => wanted.has(name)))
          await this.compareOrTest(base, each);
        return;
      }
    }
    if (this.isWhole()) await this.testOne(null);
    else for (const name of this.functionNames(loaded)) await this.testOne(name);
  }

  private isWhole(): boolean {
    return (this.target.functions ?? 'main') === 'main';
  }

  private functionNames({ program }: LoadedProgram): readonly string[] {
    const { functions } = this.target;
    return functions === 'all' ? ownFunctions(program, this.files) : [functions ?? []].flat();
  }

  private async testOne(name: string | null): Promise<void> {
    if (this.plan.signal.aborted) return;
    this.plan.progress(`${this.name}: testing ${name ?? 'main'}`);
    const out = this.folderOf(name, 'test');
    const settings = { ...this.settings, out, force: true, signal: this.plan.signal };
    try {
      const { summary } = await explorationOf(this.files, name === null ? settings : { ...settings, function: name })
        .result;
      this.units.push({ target: this.name, function: name, how: 'tested', verdict: summary.verdict, folder: out });
      for (const fault of summary.faults) this.addFault(fault, out);
      this.addIfIncomplete(summary, name, out);
    } catch (error) {
      this.addSkipped(name, error);
    }
  }

  private async compareWhole(base: string, changed: readonly ChangedFunction[]): Promise<void> {
    const [first] = changed;
    const place = first ?? { name: 'main', file: this.files[0], firstLine: 1, lastLine: 1, isNew: false };
    if (!(await this.compare(base, null, place))) await this.testOne(null);
  }

  private async compareOrTest(base: string, changed: ChangedFunction): Promise<void> {
    if (changed.isNew || !(await this.compare(base, changed.name, changed))) await this.testOne(changed.name);
  }

  /** False where the versions cannot be compared. */
  private async compare(base: string, name: string | null, place: ChangedFunction): Promise<boolean> {
    if (this.plan.signal.aborted) return true;
    this.plan.progress(`${this.name}: comparing ${name ?? 'main'} with ${base}`);
    const out = this.folderOf(name, 'diff');
    const { reduce: _, switch: __, ...settings } = this.settings;
    const all = { ...settings, git: base, out, force: true, signal: this.plan.signal };
    try {
      const { summary } = await diffVersions(this.files, name === null ? all : { ...all, function: name }).result;
      this.units.push({ target: this.name, function: name, how: 'compared', verdict: summary.verdict, folder: out });
      this.addDifference(summary, name, place, out);
      return true;
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      this.plan.note(
        `${this.name}: ${name ?? 'main'} cannot be compared with ${base}: ${error.message.split('\n')[0]}`,
      );
      return false;
    }
  }

  private addDifference(summary: DiffSummary, name: string | null, place: ChangedFunction, folder: string): void {
    const { changes, difference, faults } = summary;
    const hasNewFault = changes.some(({ shown }) => shown.new.fault !== undefined && shown.old.fault === undefined);
    if (hasNewFault) for (const fault of faults) this.addFault(fault, folder);
    if (difference === 'different') {
      const told = changes.slice(0, MOST_CHANGES).map(changeText);
      const more = changes.length - told.length;
      if (more > 0) told.push(`and ${more} more`);
      this.findings.push({
        kind: 'difference',
        ...{
          target: this.name,
          function: name,
          file: place.file,
          line: place.firstLine,
          lastLine: place.lastLine,
          column: 0,
        },
        title: `the behaviour of ${name ?? 'the program'} changed`,
        message: told.join('\n'),
        folder,
      });
    } else this.addIfIncomplete(summary, name, folder, place);
  }

  private addFault(fault: SummaryFault, folder: string): void {
    const { kind, file, line, column, message, input } = fault;
    const shown = input === undefined || input === '' ? '' : ` (with ${input})`;
    this.findings.push({
      kind: 'fault',
      ...{ target: this.name, function: fault.function, file, line, column },
      title: ENDINGS[kind].label,
      message: `${message}${shown}`,
      fault: { kind, text: lineOf(file, line), stack: fault.stack ?? [] },
      folder,
    });
  }

  private addIfIncomplete(
    summary: Summary,
    name: string | null,
    folder: string,
    place: ChangedFunction | null = null,
  ): void {
    if (summary.verdict === 'complete') return;
    const why = [...summary.limits, ...summary.unmodelled.map((what) => `${what} is not modelled`)].join(', ');
    this.findings.push({
      kind: 'incomplete',
      ...{ target: this.name, function: name, file: place?.file ?? null, line: place?.firstLine ?? 0, column: 0 },
      title: `${name ?? this.name} was not explored to the end`,
      message: `${summary.guarantee} (${why})`,
      folder,
    });
  }

  /** A function that no caller from outside can call is no news; anything else that a user got wrong is. */
  private addSkipped(name: string | null, error: unknown): void {
    if (!(error instanceof UserError)) throw error;
    if (name === null || this.target.functions !== 'all') {
      this.addBroken(error);
      return;
    }
    const nowhere = { file: null, line: 0, column: 0, folder: null };
    const title = `${name} cannot be explored`;
    this.findings.push({
      kind: 'skipped',
      target: this.name,
      function: name,
      ...nowhere,
      title,
      message: error.message,
    });
  }

  private addBroken(error: unknown): void {
    if (!(error instanceof UserError)) throw error;
    const hint = error.hint === null ? '' : `\n${error.hint}`;
    const at = /^(.+?):(\d+):(\d+): (?:fatal )?error: (.*)$/m.exec(error.message);
    this.findings.push({
      kind: 'broken',
      ...{ target: this.name, function: null, folder: null },
      ...{ file: at?.[1] ?? null, line: Number(at?.[2] ?? 0), column: Number(at?.[3] ?? 0) },
      title: `${this.name} cannot be checked`,
      message: `${at === null ? error.message : `${error.message.split('\n')[0]}: ${at[4]}`}${hint}`,
    });
  }

  private folderOf(name: string | null, how: 'test' | 'diff'): string {
    const folder = join(this.plan.out, folderName(this.name), `${how}-${folderName(name ?? 'main')}`);
    return relative('', folder);
  }
}

function folderName(name: string): string {
  return name.replace(/[^\w.-]/g, '-').replace(/^\.+/, '');
}

function changeText({ condition, example, shown }: DiffSummary['changes'][number]): string {
  const inputs = Object.entries(example).map(([name, value]) => `${name} = ${value}`);
  const names = [...new Set([...Object.keys(shown.old), ...Object.keys(shown.new)])];
  const outputs = names
    .filter((name) => shown.old[name] !== shown.new[name])
    .map((name) => `${name}: ${shown.old[name] ?? '-'} -> ${shown.new[name] ?? '-'}`);
  return `when ${condition}: ${outputs.join(', ')}${inputs.length === 0 ? '' : `, for example with ${inputs.join(', ')}`}`;
}

function lineOf(file: string | null, line: number): string {
  if (file === null || !existsSync(file)) return '';
  return (readFileSync(file, 'utf8').split('\n')[line - 1] ?? '').trim();
}

/** What matters when a program is compiled. */
function pickCompiling(settings: CheckSettings): CheckSettings {
  const names = [
    'check',
    'mallocFails',
    'target',
    'clang',
    'include',
    'includeDirectory',
    'define',
    'undefine',
    'std',
    'compileCommands',
    'build',
    'noCache',
    'clangFlags',
  ] as const;
  return Object.fromEntries(names.flatMap((name) => (settings[name] === undefined ? [] : [[name, settings[name]]])));
}
