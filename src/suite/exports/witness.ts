/**
 * A violation witness in the format 2.0 of the competitions: the values that calls of input functions return, in the order of
 * the path, and the place where the property is violated. Each is a segment that a validator must pass through.
 */
import { createHash } from 'node:crypto';

export interface WitnessPlace {
  readonly line: number;
  /** 0 where it is not known. */
  readonly column: number;
  readonly function: string | null;
}

export interface WitnessReturn extends WitnessPlace {
  /** What the call returns, as C writes it. */
  readonly value: string;
}

export interface ViolationWitness {
  readonly version: string;
  readonly file: string;
  /** SHA-256 of the file. */
  readonly hash: string;
  readonly specification: string;
  readonly dataModel: string;
  readonly time: Date;
  readonly returns: readonly WitnessReturn[];
  readonly target: WitnessPlace;
}

export function violationWitness(witness: ViolationWitness): string {
  const { file } = witness;
  const segments = [
    ...witness.returns.map((place) => [
      'type: "function_return"',
      'action: "follow"',
      'constraint:',
      `  value: ${quoted(`\\result == ${place.value}`)}`,
      '  format: "acsl_expression"',
      ...locationLines(file, place),
    ]),
    ['type: "target"', 'action: "follow"', ...locationLines(file, witness.target)],
  ];
  return [
    '- entry_type: "violation_sequence"',
    '  metadata:',
    '    format_version: "2.0"',
    `    uuid: ${quoted(uuidOf(witness))}`,
    `    creation_time: ${quoted(witness.time.toISOString().replace(/\.\d+Z$/, 'Z'))}`,
    '    producer:',
    '      name: "pathfold"',
    `      version: ${quoted(witness.version)}`,
    '    task:',
    '      input_files:',
    `      - ${quoted(file)}`,
    '      input_file_hashes:',
    `        ${quoted(file)}: ${quoted(witness.hash)}`,
    `      specification: ${quoted(witness.specification)}`,
    `      data_model: ${quoted(witness.dataModel)}`,
    '      language: "C"',
    '  content:',
    ...segments.flatMap((lines) => ['  - segment:', '    - waypoint:', ...lines.map((line) => `        ${line}`)]),
    '',
  ].join('\n');
}

function locationLines(file: string, { line, column, function: name }: WitnessPlace): string[] {
  return [
    'location:',
    `  file_name: ${quoted(file)}`,
    `  line: ${line}`,
    ...(column > 0 ? [`  column: ${column}`] : []),
    ...(name === null ? [] : [`  function: ${quoted(name)}`]),
  ];
}

/** YAML takes a JSON text for what it is. */
function quoted(text: string): string {
  return JSON.stringify(text);
}

/** Made of what the witness says: the same witness has the same name. */
function uuidOf({ hash, specification, returns, target }: ViolationWitness): string {
  const digest = createHash('sha256').update(JSON.stringify({ hash, specification, returns, target })).digest('hex');
  const variant = ((Number.parseInt(digest[16], 16) & 3) | 8).toString(16);
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `${variant}${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-');
}

/**
 * Where the parenthesis stands that closes the call that begins at a place (both counted from 1); the format wants that
 * place. The place itself where no call is found there.
 */
export function closingParenthesis(
  source: readonly string[],
  line: number,
  column: number,
): { line: number; column: number } {
  let depth = 0;
  for (let row = line - 1; row < Math.min(source.length, line + MOST_LINES_OF_A_CALL); row++) {
    const text = source[row] ?? '';
    for (let at = row === line - 1 ? Math.max(0, column - 1) : 0; at < text.length; at++) {
      if (text[at] === '(') depth++;
      else if (text[at] === ')' && --depth <= 0)
        return depth === 0 ? { line: row + 1, column: at + 1 } : { line, column };
    }
  }
  return { line, column };
}

const MOST_LINES_OF_A_CALL = 20;
