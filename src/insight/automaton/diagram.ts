/** A state machine as a drawing: in the language of Graphviz, and as a Mermaid state diagram. */
import { actionText } from './automaton-text.ts';
import type { AutomatonReport, TransitionReport } from './report.ts';

/** Longer labels are broken into lines. */
const LINE = 32;
const MOST_LINES = 6;

export function automatonDot(report: AutomatonReport): string {
  const lines = ['digraph automaton {', '  rankdir=LR;', '  node [shape=ellipse, fontname="Helvetica"];'];
  lines.push('  edge [fontname="Helvetica", fontsize=10];');
  for (const { name, initial, reachable } of report.states) {
    const style = reachable ? '' : ', style=dashed, color=gray, fontcolor=gray';
    lines.push(`  ${dotId(name)} [label=${dotId(name)}${style}];`);
    if (initial)
      lines.push(`  ${dotId(`start of ${name}`)} [shape=point];`, `  ${dotId(`start of ${name}`)} -> ${dotId(name)};`);
  }
  if (report.ends.length > 0) lines.push(`  ${dotId(NO_RETURN)} [shape=octagon, color=red];`);
  for (const each of [...report.transitions, ...report.ends]) {
    const color = each.to === null ? ', color=red' : each.ignored ? ', color=gray, fontcolor=gray' : '';
    lines.push(
      `  ${dotId(each.from)} -> ${dotId(each.to ?? NO_RETURN)} [label=${dotId(label(each).join('\n'))}${color}];`,
    );
  }
  for (const each of report.dead) {
    lines.push(
      `  ${dotId(each.from)} -> ${dotId(each.to!)} [label=${dotId(label(each).join('\n'))}, style=dashed, color=gray, fontcolor=gray];`,
    );
  }
  return `${[...lines, '}'].join('\n')}\n`;
}

const NO_RETURN = 'no return';

function dotId(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}

/** Guard, then the actions behind a slash, as statecharts have it. */
function label(transition: TransitionReport): string[] {
  const actions = actionText(transition);
  const parts = [transition.guard, ...(actions === '' ? [] : [`/ ${actions}`])];
  const lines = parts.flatMap(broken);
  return lines.length <= MOST_LINES ? lines : [...lines.slice(0, MOST_LINES - 1), '...'];
}

function broken(text: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of text.split(/ (?=&&|\|\|)|(?<=[,;]) /)) {
    if (line !== '' && line.length + piece.length > LINE) {
      lines.push(line);
      line = piece;
    } else line = line === '' ? piece : `${line} ${piece}`;
  }
  return [...lines, line];
}

export function automatonMermaid(report: AutomatonReport): string {
  const ids = new Map(report.states.map(({ name }, i) => [name, /^[A-Za-z]\w*$/.test(name) ? name : `state${i + 1}`]));
  const lines = ['stateDiagram-v2'];
  for (const [name, id] of ids) if (id !== name) lines.push(`  state "${name.replaceAll('"', "'")}" as ${id}`);
  for (const { name, initial } of report.states) if (initial) lines.push(`  [*] --> ${ids.get(name)}`);
  if (report.ends.length > 0) lines.push('  state "no return" as noReturn');
  for (const each of [...report.transitions, ...report.ends]) {
    const target = each.to === null ? 'noReturn' : ids.get(each.to);
    lines.push(`  ${ids.get(each.from)} --> ${target} : ${mermaidText(label(each).join('\n'))}`);
  }
  const unreachable = report.states.filter(({ reachable }) => !reachable).map(({ name }) => ids.get(name));
  if (unreachable.length > 0) {
    lines.push(
      '  classDef unreachable stroke-dasharray: 4, color: gray',
      `  class ${unreachable.join(',')} unreachable`,
    );
  }
  return `${lines.join('\n')}\n`;
}

/** What the language reads as its own is written by its number. */
function mermaidText(text: string): string {
  return text.replace(/[#;:"<>&{}]/g, (character) => `#${character.charCodeAt(0)};`).replaceAll('\n', '<br>');
}
