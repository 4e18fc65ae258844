/**
 * Small wrong versions of a program: an operator replaced, a comparison turned or moved by one, a constant changed, a
 * condition stuck. They are made in the program every analysis sees, one at a time: `apply` changes it, `undo` changes it
 * back.
 */

const OPERATORS = {
  add: ['sub', 'mul'],
  sub: ['add', 'mul'],
  mul: ['add', 'sub'],
  sdiv: ['mul', 'srem'],
  udiv: ['mul', 'urem'],
  srem: ['sdiv', 'mul'],
  urem: ['udiv', 'mul'],
  and: ['or', 'xor'],
  or: ['and', 'xor'],
  xor: ['or', 'and'],
  shl: ['lshr'],
  lshr: ['shl'],
  ashr: ['shl'],
};

/** Moved by one, turned, and without the order or with one. */
const PREDICATES = {
  eq: ['ne', 'sle', 'sge'],
  ne: ['eq', 'slt', 'sgt'],
  slt: ['sle', 'sge', 'ne'],
  sle: ['slt', 'sgt', 'eq'],
  sgt: ['sge', 'sle', 'ne'],
  sge: ['sgt', 'slt', 'eq'],
  ult: ['ule', 'uge', 'ne'],
  ule: ['ult', 'ugt', 'eq'],
  ugt: ['uge', 'ule', 'ne'],
  uge: ['ugt', 'ult', 'eq'],
};

/** All mutants of the user's functions, in the order of the program. */
export function mutantsOf(program) {
  const found = [];
  for (const fn of program.functions) {
    if (fn.library === true) continue;
    for (const block of fn.blocks) for (const instruction of block.instructions) addMutants(instruction, found);
  }
  return found;
}

/** At most `count` of them, evenly spread. */
export function spread(mutants, count) {
  if (mutants.length <= count) return mutants;
  return Array.from({ length: count }, (_, number) => mutants[Math.floor((number * mutants.length) / count)]);
}

function addMutants(instruction, found) {
  const change = (holder, field, value, kind) => {
    const before = holder[field];
    found.push({
      kind,
      line: instruction.position?.line ?? 0,
      apply: () => {
        holder[field] = value;
      },
      undo: () => {
        holder[field] = before;
      },
    });
  };
  const constants = (holder, field, taken = new Set()) => {
    const value = holder[field];
    if (value?.kind !== 'int') return;
    const mask = (1n << BigInt(value.type.bits)) - 1n;
    for (const step of value.type.bits === 1 ? [1n] : [1n, -1n]) {
      const changed = (value.value + step) & mask;
      if (!taken.has(changed)) change(holder, field, { ...value, value: changed }, 'constant');
    }
  };
  switch (instruction.op) {
    case 'binary':
      for (const other of OPERATORS[instruction.operator] ?? []) change(instruction, 'operator', other, 'operator');
      constants(instruction, 'left');
      constants(instruction, 'right');
      break;
    case 'icmp':
      for (const other of PREDICATES[instruction.predicate]) {
        // Pointers are compared for being the same only.
        if (instruction.left.type.kind !== 'int' && !/^(eq|ne)$/.test(other)) continue;
        change(instruction, 'predicate', other, 'comparison');
      }
      constants(instruction, 'left');
      constants(instruction, 'right');
      break;
    case 'phi':
      for (const entry of instruction.incoming) constants(entry, 'value');
      break;
    case 'store':
    case 'ret':
      constants(instruction, 'value');
      break;
    case 'cast':
      constants(instruction, 'value');
      break;
    case 'condbr': {
      const { type } = instruction.condition;
      for (const value of [0n, 1n]) change(instruction, 'condition', { kind: 'int', type, value }, 'condition');
      break;
    }
    case 'switch': {
      const taken = new Set(instruction.cases.map((entry) => entry.value.value));
      for (const entry of instruction.cases) constants(entry, 'value', taken);
      break;
    }
    case 'call':
      if (instruction.callee.global?.library === true) break;
      for (const index of instruction.arguments.keys()) constants(instruction.arguments, index);
      break;
    case 'select':
      constants(instruction, 'ifTrue');
      constants(instruction, 'ifFalse');
      break;
    default:
  }
}
