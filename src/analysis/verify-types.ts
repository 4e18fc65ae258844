/** Type agreement per opcode; null when the instruction is well typed. */
import type { CastInstruction, Instruction } from '../program/instructions.ts';
import type { DataLayout } from '../program/layout.ts';
import type { CastOperator } from '../program/operators.ts';
import type { Program, ProgramFunction } from '../program/program.ts';
import { elementCount, elementType, type Type, typeName } from '../program/types.ts';

const FLOAT_OPERATORS = new Set<string>(['fadd', 'fsub', 'fmul', 'fdiv', 'frem']);

export function typeProblem(instruction: Instruction, program: Program, fn: ProgramFunction): string | null {
  switch (instruction.op) {
    case 'binary': {
      const { left, right, result, operator } = instruction;
      const wanted = FLOAT_OPERATORS.has(operator) ? 'float' : 'int';
      return (
        same(left.type, right.type) ??
        same(left.type, result.type) ??
        expect(scalarOf(left.type).kind === wanted, `${operator} on ${typeName(left.type)}`)
      );
    }
    case 'fneg':
      return (
        same(instruction.value.type, instruction.result.type) ??
        expect(scalarOf(instruction.value.type).kind === 'float', `fneg on ${typeName(instruction.value.type)}`)
      );
    case 'cast':
      return castProblem(instruction, program.layout);
    case 'icmp':
    case 'fcmp': {
      const { left, right, result } = instruction;
      const { kind } = scalarOf(left.type);
      const fits = instruction.op === 'fcmp' ? kind === 'float' : kind === 'int' || kind === 'pointer';
      return (
        same(left.type, right.type) ??
        expect(fits, `${instruction.op} on ${typeName(left.type)}`) ??
        expect(isTruth(result.type), `comparison yields ${typeName(result.type)}`) ??
        sameLanes(left.type, result.type)
      );
    }
    case 'check': {
      const { left, right } = instruction;
      const fits = left.type.kind === 'int' || left.type.kind === 'pointer';
      return same(left.type, right.type) ?? expect(fits, `checks ${typeName(left.type)}`);
    }
    case 'select':
      return (
        same(instruction.ifTrue.type, instruction.ifFalse.type) ??
        same(instruction.ifTrue.type, instruction.result.type) ??
        expect(isTruth(instruction.condition.type), `selects by ${typeName(instruction.condition.type)}`)
      );
    case 'freeze':
      return same(instruction.value.type, instruction.result.type);
    case 'alloca':
      return (
        expect(instruction.count.type.kind === 'int', `counts elements by ${typeName(instruction.count.type)}`) ??
        expect(instruction.result.type.kind === 'pointer', `yields ${typeName(instruction.result.type)}`)
      );
    case 'load':
      return (
        address(instruction.pointer.type) ??
        expect(isFirstClass(instruction.result.type), `loads ${typeName(instruction.result.type)}`)
      );
    case 'store':
      return (
        address(instruction.pointer.type) ??
        expect(isFirstClass(instruction.value.type), `stores ${typeName(instruction.value.type)}`)
      );
    case 'getelementptr':
      return (
        address(scalarOf(instruction.base.type)) ??
        address(scalarOf(instruction.result.type)) ??
        indexProblem(instruction.sourceType, instruction.indices) ??
        expect(
          instruction.indices.every((index) => scalarOf(index.type).kind === 'int'),
          'an index is no integer',
        )
      );
    case 'phi': {
      const odd = instruction.incoming.find((entry) => entry.value.type !== instruction.result.type);
      return odd === undefined ? null : same(odd.value.type, instruction.result.type);
    }
    case 'call':
      return callProblem(instruction);
    case 'insertvalue': {
      const place = typeAt(instruction.aggregate.type, instruction.path);
      return (
        same(instruction.aggregate.type, instruction.result.type) ??
        (place === null ? 'path leads nowhere' : same(place, instruction.value.type))
      );
    }
    case 'extractvalue': {
      const place = typeAt(instruction.aggregate.type, instruction.path);
      return place === null ? 'path leads nowhere' : same(place, instruction.result.type);
    }
    case 'insertelement':
      return (
        same(instruction.vector.type, instruction.result.type) ??
        same(scalarOf(instruction.vector.type), instruction.value.type) ??
        expect(instruction.lane.type.kind === 'int', 'the lane is no integer')
      );
    case 'extractelement':
      return (
        expect(instruction.vector.type.kind === 'vector', 'takes an element of no vector') ??
        same(scalarOf(instruction.vector.type), instruction.result.type) ??
        expect(instruction.lane.type.kind === 'int', 'the lane is no integer')
      );
    case 'shufflevector': {
      const { left, right, result, mask } = instruction;
      if (left.type.kind !== 'vector' || result.type.kind !== 'vector') return 'shuffles no vectors';
      const lanes = 2 * left.type.length;
      return (
        same(left.type, right.type) ??
        same(left.type.element, result.type.element) ??
        expect(mask.length === result.type.length, `mask of ${mask.length} for ${typeName(result.type)}`) ??
        expect(
          mask.every((lane) => lane >= -1 && lane < lanes),
          'mask names a lane that does not exist',
        )
      );
    }
    case 'va_arg':
      return address(instruction.list.type);
    case 'cmpxchg':
      return address(instruction.pointer.type) ?? same(instruction.expected.type, instruction.replacement.type);
    case 'atomicrmw':
      return address(instruction.pointer.type) ?? same(instruction.value.type, instruction.result.type);
    case 'ret': {
      const { result } = fn.type;
      if (instruction.value === null) return expect(result.kind === 'void', `returns nothing from ${typeName(result)}`);
      return same(instruction.value.type, result);
    }
    case 'condbr':
      return expect(
        instruction.condition.type.kind === 'int' && instruction.condition.type.bits === 1,
        `branches on ${typeName(instruction.condition.type)}`,
      );
    case 'switch': {
      const odd = instruction.cases.find((entry) => entry.value.type !== instruction.value.type);
      return (
        expect(instruction.value.type.kind === 'int', `switches on ${typeName(instruction.value.type)}`) ??
        (odd === undefined ? null : same(odd.value.type, instruction.value.type))
      );
    }
    case 'br':
    case 'fence':
    case 'unreachable':
    case 'refused':
      return null;
  }
}

function callProblem(call: Extract<Instruction, { op: 'call' }>): string | null {
  const { functionType, result } = call;
  const passed = call.arguments.length;
  const declared = functionType.parameters.length;
  if (passed < declared || (passed > declared && !functionType.variadic)) {
    return `passes ${passed} arguments where ${declared} are declared`;
  }
  for (let position = 0; position < declared; position++) {
    const problem = same(call.arguments[position].type, functionType.parameters[position]);
    if (problem !== null) return `argument ${position}: ${problem}`;
  }
  if (functionType.result.kind === 'void') return expect(result === null, 'takes a result from a void call');
  return result === null ? null : same(result.type, functionType.result);
}

const CAST_KINDS: Readonly<Record<CastOperator, readonly [Type['kind'], Type['kind'], 'narrower' | 'wider' | null]>> = {
  trunc: ['int', 'int', 'narrower'],
  zext: ['int', 'int', 'wider'],
  sext: ['int', 'int', 'wider'],
  fptrunc: ['float', 'float', 'narrower'],
  fpext: ['float', 'float', 'wider'],
  fptoui: ['float', 'int', null],
  fptosi: ['float', 'int', null],
  uitofp: ['int', 'float', null],
  sitofp: ['int', 'float', null],
  ptrtoint: ['pointer', 'int', null],
  inttoptr: ['int', 'pointer', null],
  addrspacecast: ['pointer', 'pointer', null],
  bitcast: ['int', 'int', null],
};

function castProblem(cast: CastInstruction, layout: DataLayout): string | null {
  const from = cast.value.type;
  const to = cast.result.type;
  const described = `${cast.operator} from ${typeName(from)} to ${typeName(to)}`;
  if (cast.operator === 'bitcast') return expect(layout.bitsOf(from) === layout.bitsOf(to), described);
  const [source, target, change] = CAST_KINDS[cast.operator];
  const before = scalarOf(from);
  const after = scalarOf(to);
  if (before.kind !== source || after.kind !== target) return described;
  const growth = layout.bitsOf(after) - layout.bitsOf(before);
  if ((change === 'wider' && growth <= 0) || (change === 'narrower' && growth >= 0)) return described;
  return sameLanes(from, to);
}

function scalarOf(type: Type): Type {
  return type.kind === 'vector' ? type.element : type;
}

function isTruth(type: Type): boolean {
  const scalar = scalarOf(type);
  return scalar.kind === 'int' && scalar.bits === 1;
}

function isFirstClass(type: Type): boolean {
  return type.kind !== 'void' && type.kind !== 'function' && type.kind !== 'label' && type.kind !== 'metadata';
}

function sameLanes(left: Type, right: Type): string | null {
  const lanes = (type: Type) => (type.kind === 'vector' ? type.length : 0);
  return expect(lanes(left) === lanes(right), `${typeName(left)} and ${typeName(right)} differ in lanes`);
}

function same(left: Type, right: Type): string | null {
  return left === right ? null : `${typeName(left)} where ${typeName(right)} is expected`;
}

function address(type: Type): string | null {
  return expect(type.kind === 'pointer', `${typeName(type)} used as an address`);
}

function expect(holds: boolean, problem: string): string | null {
  return holds ? null : problem;
}

function typeAt(type: Type, path: readonly number[]): Type | null {
  let current = type;
  for (const step of path) {
    if (current.kind !== 'struct' && current.kind !== 'array') return null;
    if (step >= elementCount(current)) return null;
    current = elementType(current, step);
  }
  return current;
}

function indexProblem(
  sourceType: Type,
  indices: Extract<Instruction, { op: 'getelementptr' }>['indices'],
): string | null {
  let current = sourceType;
  for (let position = 1; position < indices.length; position++) {
    const index = indices[position];
    if (current.kind === 'struct') {
      if (index.kind !== 'int') return 'the index of a field is not constant';
      const field = Number(index.value);
      if (field >= elementCount(current)) return `no field ${field} in ${typeName(current)}`;
      current = elementType(current, field);
    } else if (current.kind === 'array' || current.kind === 'vector') current = current.element;
    else return `steps into ${typeName(current)}`;
  }
  return null;
}
