/** Statements that mark a value as output, member by member, so that signatures and comparisons can name the parts. */
import { type DebugType, stripType } from '../../program/debug.ts';
import { isByte, isCharacter, scalarWord } from './base-types.ts';
import { quote } from './input-writer.ts';
import type { Lines } from './lines.ts';

const MAX_NAMED_ELEMENTS = 32;

/** `value` is an expression of the given type without side effects; for arrays and records an lvalue. */
export function writeOutput(lines: Lines, value: string, name: string, type: DebugType): void {
  const bare = stripType(type);
  const label = quote(name);
  const asBytes = () => lines.add(`pathfold_output_bytes(${label}, &${value}, sizeof ${value});`);
  switch (bare.kind) {
    case 'base': {
      const word = scalarWord(bare);
      if (word !== null) lines.add(`pathfold_output_${word}(${label}, ${value});`);
      else if (bare.encoding === 'float') lines.add(`pathfold_output_double(${label}, (double)${value});`);
      else asBytes();
      return;
    }
    case 'enum':
      lines.add(`pathfold_output_${bare.bits > 32 ? 'long_long' : 'int'}(${label}, ${value});`);
      return;
    case 'pointer':
      // Where a pointer leads is another matter: it may be one past the end, or freed.
      lines.add(`pathfold_output_bool(${quote(`${name} == NULL`)}, ${value} == 0);`);
      if (isCharacter(stripType(bare.target)) && name === 'return') {
        lines.add(`if (${value} != 0) pathfold_output_string(${label}, ${value});`);
      }
      return;
    case 'array': {
      const [length, ...inner] = bare.lengths;
      const element = inner.length === 0 ? bare.element : { ...bare, lengths: inner };
      if (length === null || length === 0) return;
      if (isByte(stripType(element)) || length > MAX_NAMED_ELEMENTS) asBytes();
      else for (let i = 0; i < length; i++) writeOutput(lines, `${value}[${i}]`, `${name}[${i}]`, element);
      return;
    }
    case 'struct':
      for (const field of bare.fields) {
        if (field.name === '') {
          const inner = stripType(field.type);
          if (inner.kind === 'struct') writeOutput(lines, value, name, inner);
        } else writeOutput(lines, `${value}.${field.name}`, `${name}.${field.name}`, field.type);
      }
      return;
    case 'union':
      asBytes();
      return;
    default:
      return;
  }
}
