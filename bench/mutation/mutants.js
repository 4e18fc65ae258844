/**
 * Small wrong versions of a program: an operator replaced, a comparison turned or moved by one, a constant changed. They are
 * made in the program every analysis sees, one at a time: `apply` changes it, `undo` changes it back.
 */

const OPERATORS = {
  add: ['sub'],
  sub: ['add'],
  mul: ['add'],
  sdiv: ['mul'],
  udiv: ['mul'],
  srem: ['sdiv'],
  urem: ['udiv'],
  and: ['or', 'xor'],
  or: ['and', 'xor'],
  xor: ['or'],
  shl: ['lshr'],
  lshr: ['shl'],
  ashr: ['shl'],
};

const PREDICATES = {
  eq: ['ne'],
  ne: ['eq'],
  slt: ['sle', 'sge'],
  sle: ['slt', 'sgt'],
  sgt: ['sge', 'sle'],
  sge: ['sgt', 'slt'],
  ult: ['ule', 'uge'],
  ule: ['ult', 'ugt'],
  ugt: ['uge', 'ule'],
  uge: ['ugt', 'ult'],
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
  const constants = (holder, field) => {
    const value = holder[field];
    if (value?.kind !== 'int') return;
    const mask = (1n << BigInt(value.type.bits)) - 1n;
    for (const step of value.type.bits === 1 ? [1n] : [1n, -1n]) {
      change(holder, field, { ...value, value: (value.value + step) & mask }, 'constant');
    }
  };
  switch (instruction.op) {
    case 'binary':
      for (const other of OPERATORS[instruction.operator] ?? []) change(instruction, 'operator', other, 'operator');
      constants(instruction, 'left');
      constants(instruction, 'right');
      break;
    case 'icmp':
      for (const other of PREDICATES[instruction.predicate]) change(instruction, 'predicate', other, 'comparison');
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
    case 'select':
      constants(instruction, 'ifTrue');
      constants(instruction, 'ifFalse');
      break;
    default:
  }
}
