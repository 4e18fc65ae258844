/** The control flow graph of functions in Graphviz's language, with the source each block came from. */
import { type Instruction, successorsOf } from './instructions.ts';
import { labelOf, printInstruction, RegisterNames } from './print.ts';
import { type Block, type ProgramFunction, terminatorOf } from './program.ts';

/** The text of a line, or null when it is not known. */
export type SourceText = (path: string, directory: string, line: number) => string | null;

export function printDot(functions: readonly ProgramFunction[], sourceText: SourceText = () => null): string {
  const lines = ['digraph program {', '  node [shape=box, fontname="monospace", fontsize=10];'];
  functions.forEach((fn, index) => {
    lines.push(`  subgraph cluster_${index} {`, `    label=${quote(fn.name)};`);
    lines.push(...printGraph(fn, `f${index}`, sourceText).map((line) => `    ${line}`));
    lines.push('  }');
  });
  lines.push('}');
  return `${lines.join('\n')}\n`;
}

function printGraph(fn: ProgramFunction, prefix: string, sourceText: SourceText): string[] {
  const names = new RegisterNames(fn);
  const lines: string[] = [];
  for (const block of fn.blocks) {
    const text = [`${labelOf(block)}:`, ...blockText(block, names, sourceText)];
    lines.push(`${prefix}_${block.index} [label=${quote(text.map((line) => `${line}\n`).join(''))}];`);
  }
  for (const block of fn.blocks) {
    const labels = edgeLabels(block);
    successorsOf(terminatorOf(block)).forEach((successor, i) => {
      const label = labels[i] === '' ? '' : ` [label=${quote(labels[i])}]`;
      lines.push(`${prefix}_${block.index} -> ${prefix}_${successor.index}${label};`);
    });
  }
  return lines;
}

/** Instructions, with a comment line wherever the source line changes. */
function blockText(block: Block, names: RegisterNames, sourceText: SourceText): string[] {
  const lines: string[] = [];
  let last = '';
  for (const instruction of block.instructions) {
    const place = placeOf(instruction);
    if (place !== '' && place !== last) {
      const { file, line } = instruction.position!;
      const text = sourceText(file.path, file.directory, line);
      lines.push(text === null ? `; ${place}` : `; ${place}  ${text.trim()}`);
      last = place;
    }
    lines.push(`  ${printInstruction(instruction, names)}`);
  }
  return lines;
}

function placeOf({ position }: Instruction): string {
  return position === null || position.line === 0 ? '' : `${position.file.path}:${position.line}`;
}

function edgeLabels(block: Block): string[] {
  const terminator = terminatorOf(block);
  if (terminator.op === 'condbr') return ['true', 'false'];
  if (terminator.op !== 'switch') return successorsOf(terminator).map(() => '');
  const { bits } = terminator.value.type as { bits: number };
  return [...terminator.cases.map((entry) => String(BigInt.asIntN(bits, entry.value.value))), 'default'];
}

/** Left-justified lines: Graphviz writes them with `\l` at the end. */
function quote(text: string): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\l');
  return `"${escaped}"`;
}
