/*
 * script: a small interpreter. A one-line script is compiled to code for a stack machine, the code is verified, and then
 * run with a limit on steps.
 *
 *   digits         push a number                     a b c d   push a variable
 *   + - * / %      arithmetic                        = < >     comparison, 1 or 0
 *   !              not                               :x        store into variable x
 *   ?( ... )       run the part if the top is not 0  [ ... ]   repeat the part while the top after it is not 0
 *   .              print the top                     "         duplicate the top
 *   $              exchange the two topmost          ,         drop the top
 *   {x ... }       define procedure x (p q r)        @x        call procedure x
 *
 * Input:   "script", a string of at most LENGTH characters.
 * Output:  printed numbers through pathfold_output; exit status 0 or the number of the problem.
 *
 * Code that no input reaches: verify_code rejects nothing that the compiler makes, and the default of run_step.
 * Seeded faults
 *   1. division by zero (arithmetic): the remainder is computed before the divisor is checked.
 *   2. failed assert (leave_procedure): procedures are expected at the outermost level, but nothing stops a script from
 *      defining one inside a conditional part or a loop.
 */
#include <assert.h>
#include <pathfold.h>

#ifndef LENGTH
#define LENGTH 6
#endif

#define CODE_SIZE (3 * LENGTH + 2)
#define STACK_SIZE 6
#define CALL_DEPTH 3
#define PART_DEPTH 3
#define VARIABLES 4
#define PROCEDURES 3
#define STEP_LIMIT 40

enum operation {
  PUSH,
  LOAD,
  STORE,
  ADD,
  SUBTRACT,
  MULTIPLY,
  DIVIDE,
  REMAINDER,
  EQUAL,
  LESS,
  GREATER,
  NOT,
  PRINT,
  DUPLICATE,
  EXCHANGE,
  DROP,
  JUMP_IF_ZERO,
  JUMP_BACK,
  JUMP,
  CALL,
  RETURN,
  STOP
};

enum problem {
  FINE,
  BAD_CHARACTER,
  BAD_NAME,
  UNCLOSED,
  UNOPENED,
  NESTED_PROCEDURE,
  TOO_DEEP,
  UNDEFINED,
  DEFINED_TWICE,
  BAD_CODE,
  STACK_EMPTY,
  STACK_FULL,
  CALLS_FULL,
  ZERO_DIVISION,
  TOO_MANY_STEPS
};

struct instruction {
  enum operation operation;
  int operand;
};

struct part {
  char kind; /* '(' conditional, '[' loop, '{' procedure */
  int code;
};

struct machine {
  int stack[STACK_SIZE];
  int height;
  int calls[CALL_DEPTH];
  int call_height;
  int at;
  int steps;
};

static char script[LENGTH + 1];
static const char *cursor = script;

static struct instruction code[CODE_SIZE];
static int code_size;
static struct part parts[PART_DEPTH];
static int part_depth;
static int procedures[PROCEDURES] = {-1, -1, -1};
static int variables[VARIABLES];
static struct machine machine;
static enum problem problem;

static int fail(enum problem reason) {
  if (problem == FINE) problem = reason;
  return 0;
}

/* ---- compiler ---- */

static int emit(enum operation operation, int operand) {
  code[code_size].operation = operation;
  code[code_size].operand = operand;
  return code_size++;
}

static int variable_name(char c) { return c >= 'a' && c <= 'd' ? c - 'a' : -1; }

static int procedure_name(char c) { return c >= 'p' && c <= 'r' ? c - 'p' : -1; }

static void compile_number(void) {
  int value = 0;
  while (*cursor >= '0' && *cursor <= '9') {
    value = value * 10 + (*cursor - '0');
    cursor++;
  }
  emit(PUSH, value);
}

static int open_part(char kind, int position) {
  if (part_depth == PART_DEPTH) return fail(TOO_DEEP);
  parts[part_depth].kind = kind;
  parts[part_depth].code = position;
  part_depth++;
  return 1;
}

static int close_part(char kind, int *position) {
  if (part_depth == 0) return fail(UNOPENED);
  if (parts[part_depth - 1].kind != kind) return fail(UNOPENED);
  part_depth--;
  *position = parts[part_depth].code;
  return 1;
}

static int compile_conditional(void) {
  if (cursor[1] != '(') return fail(BAD_CHARACTER);
  cursor += 2;
  return open_part('(', emit(JUMP_IF_ZERO, 0));
}

static int inside_procedure(void) {
  for (int i = 0; i < part_depth; i++) {
    if (parts[i].kind == '{') return 1;
  }
  return 0;
}

static int compile_procedure(void) {
  int name = procedure_name(cursor[1]);
  if (name < 0) return fail(BAD_NAME);
  if (inside_procedure()) return fail(NESTED_PROCEDURE);
  if (procedures[name] >= 0) return fail(DEFINED_TWICE);
  cursor += 2;
  int jump = emit(JUMP, 0);
  procedures[name] = code_size;
  return open_part('{', jump);
}

static int leave_procedure(int jump) {
  assert(part_depth == 0);
  emit(RETURN, 0);
  code[jump].operand = code_size;
  return 1;
}

static int compile_closing(char c) {
  int position;
  cursor++;
  if (c == ')') {
    if (!close_part('(', &position)) return 0;
    code[position].operand = code_size;
    return 1;
  }
  if (c == ']') {
    if (!close_part('[', &position)) return 0;
    emit(JUMP_BACK, position);
    return 1;
  }
  if (!close_part('{', &position)) return 0;
  return leave_procedure(position);
}

static int compile_named(char c) {
  int variable = variable_name(cursor[1]);
  int procedure = procedure_name(cursor[1]);
  if (c == ':') {
    if (variable < 0) return fail(BAD_NAME);
    emit(STORE, variable);
  } else {
    if (procedure < 0) return fail(BAD_NAME);
    if (procedures[procedure] < 0) return fail(UNDEFINED);
    emit(CALL, procedures[procedure]);
  }
  cursor += 2;
  return 1;
}

static int simple_operation(char c) {
  switch (c) {
    case '+':
      return ADD;
    case '-':
      return SUBTRACT;
    case '*':
      return MULTIPLY;
    case '/':
      return DIVIDE;
    case '%':
      return REMAINDER;
    case '=':
      return EQUAL;
    case '<':
      return LESS;
    case '>':
      return GREATER;
    case '!':
      return NOT;
    case '.':
      return PRINT;
    case '"':
      return DUPLICATE;
    case '$':
      return EXCHANGE;
    case ',':
      return DROP;
    default:
      return -1;
  }
}

static int compile_next(void) {
  char c = *cursor;
  if (c == ' ') {
    cursor++;
    return 1;
  }
  if (c >= '0' && c <= '9') {
    compile_number();
    return 1;
  }
  if (variable_name(c) >= 0) {
    emit(LOAD, variable_name(c));
    cursor++;
    return 1;
  }
  switch (c) {
    case '?':
      return compile_conditional();
    case '[':
      cursor++;
      return open_part('[', code_size);
    case '{':
      return compile_procedure();
    case ')':
    case ']':
    case '}':
      return compile_closing(c);
    case ':':
    case '@':
      return compile_named(c);
    default:
      break;
  }
  int operation = simple_operation(c);
  if (operation < 0) return fail(BAD_CHARACTER);
  emit((enum operation)operation, 0);
  cursor++;
  return 1;
}

static int compile(void) {
  while (*cursor != '\0') {
    if (!compile_next()) return 0;
  }
  if (part_depth > 0) return fail(UNCLOSED);
  emit(STOP, 0);
  return 1;
}

/* ---- verifier ---- */

static int is_jump(enum operation operation) {
  return operation == JUMP || operation == JUMP_IF_ZERO || operation == JUMP_BACK || operation == CALL;
}

static int verify_code(void) {
  for (int i = 0; i < code_size; i++) {
    if (is_jump(code[i].operation) && (code[i].operand < 0 || code[i].operand >= code_size)) return fail(BAD_CODE);
    if ((code[i].operation == LOAD || code[i].operation == STORE) && code[i].operand >= VARIABLES)
      return fail(BAD_CODE);
  }
  return 1;
}

/* ---- machine ---- */

static int push(int value) {
  if (machine.height == STACK_SIZE) return fail(STACK_FULL);
  machine.stack[machine.height++] = value;
  return 1;
}

static int pop(int *value) {
  if (machine.height == 0) return fail(STACK_EMPTY);
  *value = machine.stack[--machine.height];
  return 1;
}

static int arithmetic(enum operation operation, int left, int right) {
  int remainder;
  switch (operation) {
    case ADD:
      return push(left + right);
    case SUBTRACT:
      return push(left - right);
    case MULTIPLY:
      return push(left * right);
    case DIVIDE:
      if (right == 0) return fail(ZERO_DIVISION);
      return push(left / right);
    case REMAINDER:
      remainder = left % right;
      if (right == 0) return fail(ZERO_DIVISION);
      return push(remainder);
    case EQUAL:
      return push(left == right);
    case LESS:
      return push(left < right);
    default:
      return push(left > right);
  }
}

static int binary(enum operation operation) {
  int left, right;
  if (!pop(&right) || !pop(&left)) return 0;
  return arithmetic(operation, left, right);
}

static int call(int target) {
  if (machine.call_height == CALL_DEPTH) return fail(CALLS_FULL);
  machine.calls[machine.call_height++] = machine.at;
  machine.at = target;
  return 1;
}

static int rearrange(enum operation operation) {
  int top, below;
  if (!pop(&top)) return 0;
  if (operation == DROP) return 1;
  if (operation == DUPLICATE) return push(top) && push(top);
  if (!pop(&below)) return 0;
  return push(top) && push(below);
}

static int run_step(const struct instruction *step) {
  int value;
  switch (step->operation) {
    case PUSH:
      return push(step->operand);
    case LOAD:
      return push(variables[step->operand]);
    case STORE:
      return pop(&variables[step->operand]);
    case ADD:
    case SUBTRACT:
    case MULTIPLY:
    case DIVIDE:
    case REMAINDER:
    case EQUAL:
    case LESS:
    case GREATER:
      return binary(step->operation);
    case NOT:
      return pop(&value) && push(!value);
    case PRINT:
      if (!pop(&value)) return 0;
      pathfold_output("printed", value);
      return 1;
    case DUPLICATE:
    case EXCHANGE:
    case DROP:
      return rearrange(step->operation);
    case JUMP_IF_ZERO:
      if (!pop(&value)) return 0;
      if (value == 0) machine.at = step->operand;
      return 1;
    case JUMP_BACK:
      if (!pop(&value)) return 0;
      if (value != 0) machine.at = step->operand;
      return 1;
    case JUMP:
      machine.at = step->operand;
      return 1;
    case CALL:
      return call(step->operand);
    case RETURN:
      machine.at = machine.calls[--machine.call_height];
      return 1;
    default:
      return fail(BAD_CODE);
  }
}

static int run(void) {
  while (code[machine.at].operation != STOP) {
    if (++machine.steps > STEP_LIMIT) return fail(TOO_MANY_STEPS);
    if (!run_step(&code[machine.at++])) return 0;
  }
  return 1;
}

int main(void) {
  pathfold_string(script, sizeof script, "script");
  if (compile() && verify_code()) run();
  return problem;
}
