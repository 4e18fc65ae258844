/**
 * Functions for pointers to functions that the user gave none for: their arguments are outputs, what they return is a new
 * input at each call. They read nothing through the pointers they get, which may lead to anything.
 */
import { stripType } from '../../program/debug.ts';
import { UserError } from '../../program/errors.ts';
import type { HarnessOptions } from './harness-options.ts';
import { InputWriter, type Stub } from './input-writer.ts';
import { Lines } from './lines.ts';
import { OutputWriter } from './output-writer.ts';
import { variable } from './place.ts';
import { quote } from './statements.ts';
import { type TypeSpelling, unqualified } from './type-spelling.ts';

/** For everything that `writer` left to be written; what it knows of names and assumptions grows. */
export function stubTexts(writer: InputWriter, options: HarnessOptions, spelling: TypeSpelling): string {
  return writer.stubs.map((stub) => stubText(stub, writer, options, spelling)).join('');
}

function stubText(stub: Stub, writer: InputWriter, options: HarnessOptions, spelling: TypeSpelling): string {
  const { name, place, type } = stub;
  const spelled = (of: typeof type.result): string => {
    const text = spelling.of(of);
    if (text !== null) return text;
    throw new UserError(`--callback ${place.name}: a type of its parameters or its result has no name`);
  };
  const observer = new OutputWriter(options, spelling);
  const parameters = type.parameters.map((parameter, index) => {
    const argument = `a${index + 1}`;
    const label = `${place.label}(): argument ${index + 1}`;
    if (stripType(parameter).kind === 'pointer') {
      observer.lines.add(`pathfold_output_bool(${quote(`${label} == NULL`)}, ${argument} == 0);`);
    } else observer.part(argument, label, parameter);
    return `${spelled(parameter)} ${argument}`;
  });
  const body = new Lines();
  const inputs = new InputWriter(options, spelling);
  const isVoid = stripType(type.result).kind === 'void';
  if (!isVoid) {
    body.add(`${spelled(unqualified(type.result))} pf_result = {0};`);
    inputs.fill(variable('pf_result', `${place.name}()`), type.result);
    inputs.finish();
    if (inputs.stubs.length > 0) throw new UserError(`--callback ${place.name}: it returns a pointer to a function`);
    inputs.lines.add('return pf_result;');
  }
  for (const known of inputs.names) writer.names.add(known);
  writer.assumptions.push(...inputs.assumptions);
  for (const { variable: address, counter } of inputs.objects) {
    body.add(`void *${address} = 0;`);
    if (counter !== null) body.add(`size_t ${counter} = 0;`);
  }
  const list = [...parameters, ...(type.variadic ? ['...'] : [])].join(', ') || 'void';
  return `static ${spelled(type.result)} ${name}(${list}) {\n${body}${observer.lines}${inputs.lines}}\n\n`;
}
