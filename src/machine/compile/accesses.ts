/** The text of loads, stores and address computation. */
import type { ElementPointerInstruction, LoadInstruction, StoreInstruction } from '../../program/instructions.ts';
import type { Type } from '../../program/types.ts';
import type { Operand } from '../../program/values.ts';
import { addressParts } from '../semantics/element-pointer.ts';
import { bitsOf, type Shape } from './shapes.ts';
import type { RegionWriter } from './writer.ts';

/** Bytes of `bytes` from `at` on as a number. */
function bytesText(size: number): string {
  const parts = ['b[a]', 'b[a + 1] << 8', 'b[a + 2] << 16', 'b[a + 3] << 24'].slice(0, size);
  return parts.map((part) => (size > 1 ? `(${part})` : part)).join(' | ');
}

export function loadText(writer: RegionWriter, { pointer, result }: LoadInstruction): string | null {
  const { type } = result;
  const shape = writer.shapes.ofRegister(result.index);
  if (writer.shapes.of(pointer) !== 'address' || type.kind === 'vector' || (shape === 'value' && type.kind !== 'int'))
    return null;
  const size = writer.machine.program.layout.storeSizeOf(type);
  const { family, offset } = writer.address(pointer);
  const { text, target } = writer.lookUp(family);
  const leave = writer.out.leave();
  const begin = `${text}a = ${offset};\n`;
  if (shape === 'int' && (size === 1 || size === 2 || size === 4) && type.kind === 'int') {
    const mask = type.bits === size * 8 ? '' : ` & ${2 ** type.bits - 1}`;
    const slow = size === 4 ? 'x | 0' : 'x';
    return (
      `${begin}if (a >= 0 && a + ${size} <= ${target}.size && ${target}.marks === null) {\n` +
      `b = ${target}.bytes;\nr${result.index} = ${mask === '' ? bytesText(size) : `(${bytesText(size)})${mask}`};\n` +
      `} else if ((x = loadInteger(${target}, a, ${size})) === undefined) ${leave}else r${result.index} = ${mask === '' ? slow : `x${mask}`};\n`
    );
  }
  if (shape === 'float')
    return `${begin}if ((x = loadFloat(${target}, a, ${size})) === undefined) ${leave}r${result.index} = x;\n`;
  if (shape === 'address')
    return `${begin}if ((x = loadPointer(${target}, a, ${size})) === undefined) ${leave}${writer.setFromValue(result, leave)}`;
  if (shape !== 'value' || (type.kind === 'int' && type.bits % 8 !== 0)) return null;
  return `${begin}if ((x = loadPointer(${target}, a, ${size})) === undefined) ${leave}r${result.index} = x;\n`;
}

export function storeText(writer: RegionWriter, { pointer, value }: StoreInstruction): string | null {
  const { type } = value;
  const shape = writer.shapes.of(value);
  if (writer.shapes.of(pointer) !== 'address' || !isScalar(type, shape)) return null;
  const size = writer.machine.program.layout.storeSizeOf(type);
  const { family, offset } = writer.address(pointer);
  const { text, target } = writer.lookUpOwned(family);
  const leave = writer.out.leave();
  const stored = `if (!x) ${leave}`;
  const begin = `${text}a = ${offset};\n`;
  if (shape === 'int' && (size === 1 || size === 2 || size === 4)) {
    const number = writer.number(value);
    let writes = `b = ${target}.bytes;\nb[a] = ${number};\n`;
    for (let i = 1; i < size; i++) writes += `b[a + ${i}] = ${number} >> ${8 * i};\n`;
    return (
      `${begin}if (a >= 0 && a + ${size} <= ${target}.size && ${target}.marks === null) {\n` +
      `${writes}${target}.snapshot = null;\n} else {\nx = store(S, ${target}, a, ${size}, ${writer.value(value)});\n${stored}}\n`
    );
  }
  if (shape === 'float') return `${begin}x = storeFloat(S, ${target}, a, ${size}, ${writer.number(value)});\n${stored}`;
  if (shape === 'address') return `${begin}x = store(S, ${target}, a, ${size}, ${writer.value(value)});\n${stored}`;
  return `${begin}x = storeValue(S, ${target}, a, ${size}, ${writer.value(value)});\n${stored}`;
}

function isScalar(type: Type, shape: Shape): boolean {
  return shape === 'address' || shape === 'float' || (type.kind === 'int' && (type.bits <= 32 || type.bits % 8 === 0));
}

export function elementPointerText(writer: RegionWriter, instruction: ElementPointerInstruction): string | null {
  const operands: Operand[] = [];
  const parts = addressParts(instruction, writer.machine.program.layout, (operand) => operands.push(operand) - 1);
  if (parts === null || writer.shapes.of(instruction.base) !== 'address') return null;
  const { object, offset } = writer.address(instruction.base);
  let guard = object.startsWith('k') ? '' : `if (${object} === null) ${writer.out.leave()}`;
  let sum = offset;
  if (parts.constant !== 0) sum += ` + ${parts.constant}`;
  for (const [i, { register, scale, width }] of parts.indices.entries()) {
    const index = operands[register];
    let text: string;
    if (writer.shapes.of(index) === 'int' && bitsOf(index) <= writer.pointerBits) text = writer.signed(index);
    else if (writer.shapes.of(index) === 'value' && width === 64 && writer.pointerBits === 64) {
      const name = i === 0 ? 'a' : i === 1 ? 'b' : null;
      if (name === null) return null;
      guard += `if ((${name} = index(${writer.value(index)})) === undefined) ${writer.out.leave()}`;
      text = name;
    } else return null;
    sum += scale === 1 ? ` + ${text}` : ` + ${text} * ${scale}`;
  }
  return guard + writer.setAddress(instruction.result, object, sum);
}
