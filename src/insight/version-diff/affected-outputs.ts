/**
 * Which outputs a change can reach: the others are the same in both versions and need not be computed, let alone told apart.
 *
 * An output is reached when an instruction that writes it is in the forward slice of what changed, in either version. What an
 * early end leaves out is in the slice too, because it depends on the call that ends; and a fault is an output of its own. But a fault
 * that has moved may leave out other marks than before, and these are in no slice: where the program itself marks values, they count
 * as reached. A harness marks its own after everything else.
 */
import type { BitSet } from '../../analysis/bit-set.ts';
import { type CallGraph, directCallee } from '../../analysis/call-graph.ts';
import type { PointsTo } from '../../analysis/points-to/points-to.ts';
import { isNamed } from '../../analysis/version-difference/keys.ts';
import { type DebugType, type SourceFile, stripType } from '../../program/debug.ts';
import type { Instruction } from '../../program/instructions.ts';
import {
  type GlobalVariable,
  isDeclaration,
  type Program,
  type ProgramFunction,
  terminatorOf,
} from '../../program/program.ts';
import type { AffectedStatements } from '../../reduce/change/affected.ts';
import type { Dependences } from '../../reduce/change/dependences.ts';
import type { OutputSelection } from '../../reduce/output/criterion.ts';
import { globalName, isLibraryState } from '../../reduce/output/library-state.ts';
import { HARNESS_FILE } from '../../suite/output-folder.ts';

export interface Selections {
  readonly old: OutputSelection;
  readonly new: OutputSelection;
}

export function affectedOutputs({ dependences, reached }: AffectedStatements, wanted: Selections): Selections {
  const sides = [new ReachedOutputs(dependences.old, reached.old), new ReachedOutputs(dependences.new, reached.new)];
  const names = new Set(
    [wanted.old, wanted.new].flatMap(({ globals }, i) =>
      globals.filter((global) => sides[i].writes(global)).map(globalName),
    ),
  );
  const some = (test: (side: ReachedOutputs) => boolean) => sides.some(test);
  const [status, text, marks] = [some((side) => side.status), some((side) => side.text), some((side) => side.marks)];
  const restrict = (selection: OutputSelection): OutputSelection => ({
    ...selection,
    exitStatus: selection.exitStatus && status,
    stdout: selection.stdout && text,
    stderr: selection.stderr && text,
    marks: selection.marks && marks,
    globals: selection.globals.filter((global) => names.has(globalName(global))),
  });
  return { old: restrict(wanted.old), new: restrict(wanted.new) };
}

/** Globals that both versions have and one of them may write, in the same order. */
export function comparableGlobals(
  { dependences }: AffectedStatements,
  counts: (global: GlobalVariable) => boolean,
): { readonly old: readonly GlobalVariable[]; readonly new: readonly GlobalVariable[] } {
  const sides = [dependences.old, dependences.new].map((side) => ({
    globals: byName(side.program.variables.filter((global) => isNamed(global) && !global.constant && counts(global))),
    written: writtenGlobals(side.program, side.pointsTo, side.instructions),
  }));
  const [old, changed] = sides;
  const names = [...changed.globals.keys()]
    .filter((name) => old.globals.has(name) && sides.some(({ globals, written }) => written.has(globals.get(name)!)))
    .sort();
  return { old: names.map((name) => old.globals.get(name)!), new: names.map((name) => changed.globals.get(name)!) };
}

/** Static variables of two functions may have one name: in the order of the program they are still told apart. */
function byName(globals: readonly GlobalVariable[]): Map<string, GlobalVariable> {
  const result = new Map<string, GlobalVariable>();
  for (const global of globals) {
    let name = globalName(global);
    for (let count = 2; result.has(name); count++) name = `${globalName(global)}#${count}`;
    result.set(name, global);
  }
  return result;
}

/** The user's variables that something writes, and of the library's what later calls can look at. */
export function writtenGlobals(
  program: Program,
  pointsTo: PointsTo,
  instructions: Iterable<Instruction>,
): Set<GlobalVariable> {
  const library = new Set(program.functions.filter((fn) => fn.library === true).map((fn) => folderOf(fn.debug)));
  const byObject = new Map<number, GlobalVariable>();
  for (const global of program.variables) {
    const counts = !library.has(folderOf(global.debug)) || isLibraryState(global);
    const object = counts ? pointsTo.objectFor(global) : null;
    if (object !== null) byObject.set(object.index, global);
  }
  const written = new Set<GlobalVariable>();
  for (const instruction of instructions) {
    pointsTo.cellsWritten(instruction).each((cell) => {
      const global = byObject.get(pointsTo.cells[cell].place.object.index);
      if (global !== undefined) written.add(global);
    });
  }
  return written;
}

/** What a caller of one function can look at afterwards in variables. */
export function observableGlobals(program: Program, pointsTo: PointsTo): GlobalVariable[] {
  const reached = reachableFunctions(program, pointsTo.callGraph);
  const instructions = reached.flatMap((fn) => fn.blocks.flatMap((block) => block.instructions));
  const written = writtenGlobals(program, pointsTo, instructions);
  return program.variables.filter((global) => isNamed(global) && !global.constant && written.has(global));
}

function reachableFunctions(program: Program, { callsIn, calleesAt }: CallGraph): ProgramFunction[] {
  const seen = new Set(program.functions.filter(isMain));
  for (const fn of seen) for (const call of callsIn[fn.index]) for (const callee of calleesAt(call)) seen.add(callee);
  return [...seen];
}

function folderOf(debug: { readonly file: SourceFile } | null): string {
  return debug === null ? '' : `${debug.file.directory}/${debug.file.path}`.replace(/[^/]*$/, '');
}

/** As written, or as clang calls it where it takes arguments or none. */
export function isMain({ name }: ProgramFunction): boolean {
  return /^(main|__main_argc_argv|__main_void|__original_main)$/.test(name);
}

function holdsPointer(type: DebugType): boolean {
  const bare = stripType(type);
  if (bare.kind === 'array') return holdsPointer(bare.element);
  if (bare.kind === 'struct' || bare.kind === 'union') return bare.fields.some((field) => holdsPointer(field.type));
  return bare.kind === 'pointer' || (bare.kind === 'base' && bare.bits >= 32);
}

class ReachedOutputs {
  readonly status: boolean;
  readonly text: boolean;
  readonly marks: boolean;
  private readonly objects = new Set<number>();

  constructor(
    private readonly dependences: Dependences,
    reached: BitSet,
  ) {
    const { program, instructions, pointsTo } = dependences;
    const called = new Set<string>();
    reached.each((id) => {
      const instruction = instructions[id];
      if (instruction.op === 'call') called.add(directCallee(instruction)?.name ?? '');
      pointsTo.cellsWritten(instruction).each((cell) => {
        this.objects.add(pointsTo.cells[cell].place.object.index);
      });
    });
    const mains = program.functions.filter(isMain);
    const returns = mains.some(
      (fn) =>
        !isDeclaration(fn) &&
        fn.blocks.some((block) => terminatorOf(block).op === 'ret' && reached.has(terminatorOf(block).id)),
    );
    this.status = returns || called.has('__pf_exit');
    this.text = called.has('__pf_write');
    this.marks = [...called].some((name) => /^__pf_(output_|given$|look$)/.test(name)) || marksValues(program);
  }

  /** The variable, or what a pointer in it may lead to. */
  writes(global: GlobalVariable): boolean {
    const { pointsTo } = this.dependences;
    const object = pointsTo.objectFor(global);
    if (object === null || this.objects.has(object.index)) return true;
    const mayPoint = global.debug === null || holdsPointer(global.debug.type);
    return mayPoint && [...this.objects].some((index) => pointsTo.objects[index].kind !== 'global');
  }
}

/** Whether functions of the program itself, and not of the harness that calls one of them, mark values. */
function marksValues({ functions }: Program): boolean {
  const own = functions.filter(
    ({ library, debug }) => library !== true && debug?.file.path.endsWith(HARNESS_FILE) !== true,
  );
  return own.some(({ blocks }) =>
    blocks.some(({ instructions }) =>
      instructions.some((each) => each.op === 'call' && /^pathfold_output_/.test(directCallee(each)?.name ?? '')),
    ),
  );
}
