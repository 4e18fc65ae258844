/** The text of single instructions. What is not written out here calls the closure of the step. */
import { Kind } from '../../expr/kinds.ts';
import type {
  BinaryInstruction,
  CastInstruction,
  CheckInstruction,
  CompareInstruction,
  Instruction,
  SelectInstruction,
} from '../../program/instructions.ts';
import type { IntOperator, IntPredicate } from '../../program/operators.ts';
import type { FloatType, Type } from '../../program/types.ts';
import { FLOAT_BITS } from '../../program/types.ts';
import type { Operand } from '../../program/values.ts';
import { looksForUndefined } from '../semantics/undefined.ts';
import { elementPointerText, loadText, storeText } from './accesses.ts';
import {
  castExpression,
  floatOperation,
  floatRelation,
  integerComparison,
  integerOperation,
  relationOf,
} from './operations.ts';
import { bitsOf, keepsAddress } from './shapes.ts';
import type { CodePlace } from './ways-out.ts';
import type { RegionWriter } from './writer.ts';

/** Calls the closure, which may do anything: fork, end the path, make objects. */
export function stepText(writer: RegionWriter, { result }: Instruction, place: CodePlace): string {
  const { segment, index } = place;
  let text = `${writer.synchronize(place, 0)}${writer.constant(segment.quietSteps[index])}(R, S);\n`;
  text += `${writer.forget}if (C.stops()) ${writer.out.pauseAsIs(segment, index + 1)}`;
  if (result !== null) {
    text += `x = R[${result.index}];\n${writer.setFromValue(result, writer.out.leaveAsIs(segment, index + 1))}`;
    writer.isCurrent(result.index);
  }
  return text;
}

/** Null for what is not written out. */
export function inlineText(writer: RegionWriter, instruction: Instruction, place: CodePlace): string | null {
  const { shapes } = writer;
  switch (instruction.op) {
    case 'binary':
      return binaryText(writer, instruction);
    case 'icmp':
    case 'fcmp': {
      const condition = conditionText(writer, instruction);
      if (condition !== null) return `r${instruction.result.index} = ${condition} ? 1 : 0;\n`;
      return instruction.op === 'icmp' ? comparisonText(writer, instruction, place) : null;
    }
    case 'fneg':
      return shapes.of(instruction.value) === 'float'
        ? `r${instruction.result.index} = -${writer.number(instruction.value)};\n`
        : null;
    case 'cast':
      return castText(writer, instruction);
    case 'select':
      return selectText(writer, instruction);
    case 'freeze':
      return copyText(writer, instruction.result, instruction.value);
    case 'load':
      return loadText(writer, instruction);
    case 'store':
      return storeText(writer, instruction);
    case 'getelementptr':
      return elementPointerText(writer, instruction);
    case 'check':
      return checkText(writer, instruction);
    case 'fence':
      return '';
    default:
      return null;
  }
}

/** A comparison of numbers that nothing can go wrong with; null for others. */
export function conditionText(writer: RegionWriter, instruction: Instruction): string | null {
  if (instruction.op !== 'icmp' && instruction.op !== 'fcmp') return null;
  const { left, right } = instruction;
  const wanted = instruction.op === 'icmp' ? 'int' : 'float';
  if (writer.shapes.of(left) !== wanted || writer.shapes.of(right) !== wanted) return null;
  const [a, b] = [writer.number(left), writer.number(right)];
  if (instruction.op === 'fcmp') return floatRelation(instruction.predicate, a, b);
  return integerComparison(instruction.predicate, bitsOf(left), a, b);
}

function binaryText(writer: RegionWriter, instruction: BinaryInstruction): string | null {
  const { left, right, result, operator } = instruction;
  const { shapes } = writer;
  const [a, b] = [shapes.of(left), shapes.of(right)];
  if (a === 'float' && b === 'float') {
    const isSingle = (left.type as FloatType).format === 'float';
    return `r${result.index} = ${floatOperation(operator as 'fadd', isSingle, writer.number(left), writer.number(right))};\n`;
  }
  if (left.type.kind !== 'int' || (writer.machine.options.checkOverflow && instruction.nsw)) return null;
  if (a === 'int' && b === 'int') {
    const { text, guard } = integerOperation(
      operator as IntOperator,
      left.type.bits,
      writer.number(left),
      writer.number(right),
    );
    const otherwise = guard === undefined ? '' : `if (!(${guard})) ${writer.out.leave()}`;
    return `${otherwise}r${result.index} = ${text};\n`;
  }
  if (a === 'address' || b === 'address') return addressArithmetic(writer, instruction);
  return left.type.bits === 64 ? wideText(writer, instruction) : null;
}

/** Sums and differences of what may be pointers. */
function addressArithmetic(writer: RegionWriter, { left, right, result, operator }: BinaryInstruction): string | null {
  const { shapes, pointerBits } = writer;
  if (pointerBits !== 32) return null;
  const isDifference = operator === 'sub' && shapes.of(left) === 'address' && shapes.of(right) === 'address';
  if (isDifference) {
    const [x, y] = [writer.address(left), writer.address(right)];
    const test = x.object === y.object ? '' : `if (${x.object} !== ${y.object}) ${writer.out.leave()}`;
    return `${test}r${result.index} = (${x.offset} - ${y.offset}) | 0;\n`;
  }
  if (shapes.ofRegister(result.index) !== 'address') return null;
  const [base, other] = shapes.of(left) === 'address' ? [left, right] : [right, left];
  if (shapes.of(other) !== 'int') return null;
  const { object, offset } = writer.address(base);
  const sum = `${offset} ${operator === 'add' ? '+' : '-'} ${writer.signed(other)}`;
  return writer.setAddress(
    result,
    object,
    object === 'null' ? `(${sum}) >>> 0` : `${object} === null ? (${sum}) >>> 0 : ${sum}`,
  );
}

const WIDE_KIND: Partial<Record<IntOperator, Kind>> = {
  add: Kind.add,
  mul: Kind.mul,
  and: Kind.and,
  or: Kind.or,
  xor: Kind.xor,
  shl: Kind.shl,
  lshr: Kind.lshr,
  ashr: Kind.ashr,
};

/** 64 bits: plain numbers where both and the result are below 2^53. */
function wideText(writer: RegionWriter, { left, right, result, operator }: BinaryInstruction): string | null {
  const { index } = result;
  const quick = `typeof a === 'number' && typeof b === 'number'`;
  const operands = `a = ${writer.value(left)}; b = ${writer.value(right)};\n`;
  const kind = WIDE_KIND[operator as IntOperator];
  if (operator === 'sub') {
    const general = `if ((x = difference(a, b)) === undefined) ${writer.out.leave()}r${index} = x;\n`;
    return `${operands}if (${quick} && a >= b) r${index} = a - b;\nelse {\n${general}}\n`;
  }
  if (kind === undefined) {
    const text = operator === 'udiv' || operator === 'sdiv' ? '(a - a % b) / b' : 'a % b';
    return `${operands}if (${quick} && b !== 0) r${index} = ${text};\nelse ${writer.out.leave()}`;
  }
  const isShift = operator === 'shl' || operator === 'lshr' || operator === 'ashr';
  const guard = isShift ? `typeof b === 'number' && b < 64 && ` : '';
  const general = `if (!(${guard}(x = wide(${kind}, 64, a, b)) !== undefined)) ${writer.out.leave()}r${index} = x;\n`;
  if (operator !== 'add') return operands + general;
  return `${operands}if (${quick} && a + b <= ${Number.MAX_SAFE_INTEGER}) r${index} = a + b;\nelse {\n${general}}\n`;
}

/** Comparisons of integers of 64 bits, and of what may be pointers. */
function comparisonText(
  writer: RegionWriter,
  { left, right, result, predicate }: CompareInstruction,
  place: CodePlace,
): string | null {
  const { shapes } = writer;
  const [a, b] = [shapes.of(left), shapes.of(right)];
  if (a === 'address' || b === 'address') {
    if (a === 'value' || b === 'value' || left.type.kind === 'vector') return null;
    return addressComparison(writer, left, right, predicate, result.index, place);
  }
  if (left.type.kind !== 'int' || left.type.bits !== 64) return null;
  const relation = relationOf(predicate);
  const isSigned = predicate.startsWith('s');
  return (
    `a = ${writer.value(left)}; b = ${writer.value(right)};\n` +
    `if (typeof a === 'number' && typeof b === 'number') r${result.index} = a ${relation} b ? 1 : 0;\n` +
    `else if ((x = order(64, ${isSigned}, a, b)) !== undefined) r${result.index} = x ${relation} 0 ? 1 : 0;\n` +
    `else ${writer.out.leave()}`
  );
}

function addressComparison(
  writer: RegionWriter,
  left: Operand,
  right: Operand,
  predicate: IntPredicate,
  index: number,
  place: CodePlace,
): string | null {
  const [x, y] = [writer.address(left), writer.address(right)];
  if (predicate === 'eq' || predicate === 'ne') {
    const apart = `areApart(S, ${x.object}, ${x.offset}, ${y.object}, ${y.offset})`;
    return (
      `if (${x.object} === ${y.object}) r${index} = ${x.offset} ${relationOf(predicate)} ${y.offset} ? 1 : 0;\n` +
      `else if (${apart}) r${index} = ${predicate === 'eq' ? 0 : 1};\nelse ${writer.out.leave()}`
    );
  }
  if (predicate.startsWith('s') || looksForUndefined(writer.machine, place.segment.sites[place.index])) return null;
  const { text, target } = writer.lookUp(x.family);
  const isInside = (offset: string) => `(${offset} >= 0 && ${offset} <= ${target}.size)`;
  const inside = `(${x.object} === null || (${isInside(x.offset)} && ${isInside(y.offset)}))`;
  return (
    `${text}if (${x.object} === ${y.object} && ${inside}) r${index} = ${x.offset} ${relationOf(predicate)} ${y.offset} ? 1 : 0;\n` +
    `else ${writer.out.leave()}`
  );
}

function castText(writer: RegionWriter, instruction: CastInstruction): string | null {
  const { value, result, operator } = instruction;
  const { shapes } = writer;
  const from = shapes.of(value);
  const to = shapes.ofRegister(result.index);
  const { index } = result;
  if (keepsAddress(instruction)) {
    if (to !== 'address' || from === 'value' || from === 'float') return null;
    return copyText(writer, result, value);
  }
  if (operator === 'bitcast' && value.type === result.type) return copyText(writer, result, value);
  const widths = [scalarBits(value.type), scalarBits(result.type)];
  if ((from === 'int' || from === 'float') && (to === 'int' || to === 'float')) {
    const cast = castExpression(operator, widths[0], widths[1], writer.number(value));
    if (cast === null) return null;
    const otherwise = cast.guard === undefined ? '' : `if (!${cast.guard}) ${writer.out.leave()}`;
    return `${otherwise}r${index} = ${cast.text};\n`;
  }
  if (value.type.kind !== 'int' || result.type.kind !== 'int') return null;
  if (from === 'int' && operator === 'zext') return `r${index} = ${writer.value(value)};\n`;
  if (from === 'int' && operator === 'sext') return `r${index} = extended(${writer.signed(value)}, ${widths[1]});\n`;
  if (from === 'value' && to === 'int' && operator === 'trunc') {
    const mask = widths[1] === 32 ? 'x' : `x & ${2 ** widths[1] - 1}`;
    return `if ((x = low(${writer.value(value)})) === undefined) ${writer.out.leave()}r${index} = ${mask};\n`;
  }
  return null;
}

function scalarBits(type: Type): number {
  if (type.kind === 'int') return type.bits;
  return type.kind === 'float' ? FLOAT_BITS[type.format] : 0;
}

function selectText(writer: RegionWriter, { condition, ifTrue, ifFalse, result }: SelectInstruction): string | null {
  if (writer.shapes.of(condition) !== 'int') return null;
  const bit = `${writer.number(condition)} === 1`;
  switch (writer.shapes.ofRegister(result.index)) {
    case 'address': {
      if (writer.shapes.of(ifTrue) === 'value' || writer.shapes.of(ifFalse) === 'value') return null;
      const [x, y] = [writer.address(ifTrue), writer.address(ifFalse)];
      return writer.setAddress(result, `${bit} ? ${x.object} : ${y.object}`, `${bit} ? ${x.offset} : ${y.offset}`);
    }
    case 'value':
      return `r${result.index} = ${bit} ? ${writer.value(ifTrue)} : ${writer.value(ifFalse)};\n`;
    default:
      return `r${result.index} = ${bit} ? ${writer.number(ifTrue)} : ${writer.number(ifFalse)};\n`;
  }
}

function copyText(writer: RegionWriter, result: Instruction['result'], value: Operand): string | null {
  if (result === null) return null;
  switch (writer.shapes.ofRegister(result.index)) {
    case 'address': {
      if (writer.shapes.of(value) === 'value') return null;
      const { object, offset } = writer.address(value);
      return writer.setAddress(result, object, offset);
    }
    case 'value':
      return `r${result.index} = ${writer.value(value)};\n`;
    default:
      return `r${result.index} = ${writer.number(value)};\n`;
  }
}

/** A mark of the compiler's: where it does not hold, the closure finds the fault. */
function checkText(writer: RegionWriter, { left, right, predicate }: CheckInstruction): string | null {
  if (writer.shapes.of(left) !== 'int' || writer.shapes.of(right) !== 'int') return null;
  const holds = integerComparison(predicate, bitsOf(left), writer.number(left), writer.number(right));
  return `if (!(${holds})) ${writer.out.leave()}`;
}
