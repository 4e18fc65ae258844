/**
 * A C `main` that calls one function with arbitrary arguments, written from what debug information says about its
 * parameters. It is ordinary C against `pathfold.h`: users can read it, keep it and change it, and replay compiles the
 * very same text.
 */
import { type DebugType, type FunctionDebug, stripType } from '../../program/debug.ts';
import { UserError } from '../../program/errors.ts';
import { nearNames } from '../../program/near-names.ts';
import type { Program, ProgramFunction } from '../../program/program.ts';
import { countParameters, impliedCounts, isSignedNumber } from './count-parameters.ts';
import { type GlobalInput, globalInputs } from './global-inputs.ts';
import { type HarnessOptions, normalized } from './harness-options.ts';
import { type GivenObject, InputWriter } from './input-writer.ts';
import { OutputWriter } from './output-writer.ts';
import { variable } from './place.ts';
import { quote } from './statements.ts';
import { stubTexts } from './stubs.ts';
import { DeclaredSpelling, SourceSpelling, type TypeSpelling, unqualified } from './type-spelling.ts';
import { conjuncts, renamed } from './user-expression.ts';

export interface Harness {
  readonly source: string;
  /** One line each, for the user: what was taken for granted about the arguments. */
  readonly assumptions: readonly string[];
}

/**
 * What the user's own `main` is called while the harness provides one: files beside the harness are compiled with
 * `-Dmain=pathfold_user_main`, and the harness itself may be.
 */
export const USER_MAIN = 'pathfold_user_main';

/**
 * Functions of C's library that compilers replace with instructions of their own where they are called by name, although the program
 * defines them.
 */
const BUILT_INTO_COMPILERS: ReadonlySet<string> = new Set(
  [
    'abs labs llabs ffs ffsl ffsll memcpy memmove memset mempcpy bcopy bzero bcmp memcmp strlen strchr alloca',
    'fabs sqrt floor ceil trunc round roundeven rint nearbyint lround llround lrint llrint fmin fmax copysign fma fmod',
    'pow exp exp2 exp10 log log2 log10 sin cos tan asin acos atan atan2 sinh cosh tanh ldexp isnan isinf finite signbit',
    'creal cimag conj frexp modf printf puts putchar abort exit',
  ].flatMap((line) => line.split(' ')),
);

interface Parameter {
  /** What users call it. */
  readonly name: string;
  /** The harness's variable. */
  readonly local: string;
  readonly type: DebugType;
}

export function makeHarness(program: Program, fn: ProgramFunction, given: HarnessOptions): Harness {
  const options = normalized(given);
  const debug = fn.debug;
  if (debug?.type === undefined || debug.type === null) {
    throw new UserError(
      `${options.function} has no debug information, so the types of its parameters are unknown`,
      'compile it with -g',
    );
  }
  if (options.sourceFile === null && fn.linkage === 'internal') {
    throw new UserError(
      `${options.function} is static and only its bitcode is given, so it cannot be called from outside`,
      'give the C source instead, or make the function not static',
    );
  }
  if (options.sourceFile === null && debug.name === 'main') {
    throw new UserError(
      'main cannot be called by another main when only its bitcode is given',
      'give the C source instead',
    );
  }
  const spelling = options.sourceFile === null ? new DeclaredSpelling(program.layout) : new SourceSpelling();
  const globals = globalInputs(program, fn, options.globals ?? []);
  const parameters = parametersOf(debug, debug.type.parameters, globals);
  const implied = impliedBy(parameters, options);
  const writer = new InputWriter({ ...options, counts: countParameters(parameters), implied }, spelling);
  for (const { address, size } of options.devices ?? []) {
    const [name, at] = [deviceName(address), `(void *)${hexadecimal(address)}`];
    writer.lines.add(`pathfold_memory(${at}, ${size});`);
    writer.lines.add(`pathfold_bytes(${at}, ${size}, ${quote(name)});`);
    writer.assumptions.push(`${size} bytes at ${hexadecimal(address)}: memory that only the program changes`);
  }
  for (const { place, type } of globals) writer.fill(place, type);
  for (const parameter of parameters) {
    const type = localType(spelling, parameter, options.function);
    writer.lines.add(`${type}${type.endsWith('*') ? '' : ' '}${parameter.local} = {0};`);
  }
  writer.lines.add('');
  for (const parameter of parameters) {
    writer.fill(variable(parameter.local, parameter.name), parameter.type);
    writer.lines.add('');
  }
  const stubs = stubTexts(writer, options, spelling);
  if (options.isOneOfSeveral !== true) rejectUnusedOptions(options, writer.names, parameters);
  writer.finish();
  assume(options.assumed ?? [], parameters, writer);
  if (debug.type.variadic) writer.assumptions.push('no arguments are passed for "..."');
  const observer = new OutputWriter(options, spelling);
  callAndObserve(debug, parameters, writer.objects, observer);
  for (const { address, size } of options.devices ?? []) {
    observer.lines.add(
      `pathfold_output_bytes(${quote(deviceName(address))}, (void *)${hexadecimal(address)}, ${size});`,
    );
  }
  const assumptions = [...writer.assumptions, ...observer.assumptions];
  const declarations = writer.objects.map(({ variable: address, counter }) => {
    return `  void *${address} = 0;\n${counter === null ? '' : `  size_t ${counter} = 0;\n`}`;
  });
  const prologue =
    options.sourceFile === null
      ? `#undef main\n${spelling.declarations()}extern ${functionType(spelling, debug)} ${debug.name};\n`
      : `#define main ${USER_MAIN}\n${includeOf(options.sourceFile)}\n#undef main\n`;
  const declared = globalDeclarations(globals, options, spelling);
  const assumed = assumptions.map((line) => ` * - ${line.replaceAll('*/', '* /')}\n`).join('');
  const comment =
    assumed === ''
      ? `/* Calls ${debug.name} with arbitrary arguments. */\n`
      : `/*\n * Calls ${debug.name} with arbitrary arguments, assuming:\n${assumed} */\n`;
  const main = `int main(void) {\n${declarations.join('')}${writer.lines}${observer.lines}  return 0;\n}\n`;
  return { source: `${comment}${prologue}#include <pathfold.h>\n${declared}\n${stubs}${main}`, assumptions };
}

/** Neither form of the directive knows an escape for the character that ends its name. */
function includeOf(file: string): string {
  if (!/["\n]/.test(file)) return `#include "${file}"`;
  if (!/[>\n]/.test(file)) return `#include <${file}>`;
  throw new UserError(`${file} has a name that C cannot include`, 'give the file another name');
}

/** Counts that go without saying, where the user says nothing else of the pointer or of the count. */
function impliedBy(parameters: readonly Parameter[], options: HarnessOptions): NonNullable<HarnessOptions['implied']> {
  const implied = new Map<string, { readonly count: string; readonly signed: boolean }>();
  for (const [name, count] of impliedCounts(parameters)) {
    const isSaid = options.arrays.has(name) || options.strings.has(name) || options.declared?.has(name) === true;
    if (isSaid || options.lengths?.has(count) === true) continue;
    const { type } = parameters.find((each) => each.name === count)!;
    implied.set(name, { count, signed: isSignedNumber(type) });
  }
  return implied;
}

/** What the user assumes, looked at when all inputs are there. */
function assume(expressions: readonly string[], parameters: readonly Parameter[], writer: InputWriter): void {
  const locals = new Map(parameters.map(({ name, local }) => [name, local]));
  for (const expression of expressions) {
    const option = `--assume '${expression}'`;
    writer.assumptions.push(expression.trim());
    for (const part of conjuncts(expression, option)) {
      writer.lines.add(`pathfold_assume(${renamed(part, locals)}); /* ${option} */`);
    }
  }
}

/** Variables of other files; the file that is included declares its own. */
function globalDeclarations(globals: readonly GlobalInput[], options: HarnessOptions, spelling: TypeSpelling): string {
  const lines = globals
    .filter(({ isBeside }) => !isBeside || options.sourceFile === null)
    .map(({ global: { debug } }) => `extern ${spelling.of(debug!.type)} ${debug!.name};\n`);
  return [...new Set(lines)].join('');
}

function hexadecimal(address: number): string {
  return `0x${address.toString(16).toUpperCase()}`;
}

function deviceName(address: number): string {
  return `memory at ${hexadecimal(address)}`;
}

function parametersOf(debug: FunctionDebug, types: readonly DebugType[], globals: readonly GlobalInput[]): Parameter[] {
  const reserved = new Set<string>([debug.name, 'main', USER_MAIN, 'pf_result']);
  for (const { global } of globals) reserved.add(global.debug!.name);
  for (const type of [...types, ...(debug.type === null ? [] : [debug.type.result])]) collectTypedefs(type, reserved);
  return types.map((type, index) => {
    const given = debug.variables.find((candidate) => candidate.parameter === index + 1)?.name;
    const name = given === undefined || given === '' ? `argument${index + 1}` : given;
    // A local that hides the function or a type named later would change what the harness means.
    return { name, local: reserved.has(name) ? `in_${name}` : name, type };
  });
}

function collectTypedefs(type: DebugType, into: Set<string>): void {
  if (type.kind === 'typedef') into.add(type.name);
  if (type.kind === 'typedef' || type.kind === 'qualified' || type.kind === 'pointer')
    collectTypedefs(type.target, into);
  else if (type.kind === 'array') collectTypedefs(type.element, into);
}

function localType(spelling: TypeSpelling, parameter: Parameter, name: string): string {
  const text = spelling.of(unqualified(parameter.type));
  if (text === null) {
    throw new UserError(
      `${name}: the type of ${parameter.name} has no name, so no such argument can be made`,
      'give the type a tag or a typedef',
    );
  }
  return text;
}

function functionType(spelling: TypeSpelling, debug: FunctionDebug): string {
  return spelling.of(debug.type!)!;
}

function callAndObserve(
  debug: FunctionDebug,
  parameters: readonly Parameter[],
  given: readonly GivenObject[],
  writer: OutputWriter,
): void {
  const { lines } = writer;
  // The user's own main has another name while the harness provides one.
  const name = debug.name === 'main' ? USER_MAIN : debug.name;
  const isBuiltIn = BUILT_INTO_COMPILERS.has(name.replace(/[fl]$/, '')) || BUILT_INTO_COMPILERS.has(name);
  if (isBuiltIn) lines.add(`__auto_type pf_function = &${name};`);
  const callee = isBuiltIn ? 'pf_function' : name;
  const call = `${callee}(${parameters.map((parameter) => parameter.local).join(', ')})`;
  const result = debug.type!.result;
  const isVoid = stripType(result).kind === 'void';
  lines.add(isVoid ? `${call};` : `__auto_type pf_result = ${call};`);
  lines.add('pathfold_called();');
  if (!isVoid) {
    writer.result('pf_result', result);
    // An empty struct has no member to show, and the variable must count as used.
    lines.add('(void)pf_result;');
  }
  for (const object of given) writer.given(object);
}

function rejectUnusedOptions(
  options: HarnessOptions,
  names: ReadonlySet<string>,
  parameters: readonly Parameter[],
): void {
  const given = [
    ...Array.from(options.arrays.keys(), (key) => ['--array', key]),
    ...Array.from(options.strings.keys(), (key) => ['--string', key]),
    ...Array.from(options.nullable, (key) => ['--nullable', key]),
    ...Array.from(options.present ?? [], (key) => ['--never-null', key]),
    ...Array.from(options.lengths?.keys() ?? [], (key) => ['--length', key]),
    ...Array.from(options.ranges?.keys() ?? [], (key) => ['--range', key]),
    ...Array.from(options.callbacks?.keys() ?? [], (key) => ['--callback', key]),
  ];
  for (const [option, key] of given) {
    if (names.has(key) || (option === '--range' && names.has(`${key}[0]`))) continue;
    const near = nearNames(key, names);
    const known = parameters.map((parameter) => parameter.name).join(', ') || 'none';
    throw new UserError(
      `${option} ${key}: ${options.function} has no such input`,
      near.length > 0 ? `did you mean ${near.join(' or ')}?` : `its parameters: ${known}`,
    );
  }
}
