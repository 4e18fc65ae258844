/** The few attributes that change what a program does: `noreturn`, `byval(T)` and `sret(T)`. */
import type { ParameterAttributes } from '../../program/program.ts';
import type { Type } from '../../program/types.ts';
import { type Bitstream, Entry } from './bitstream.ts';
import { corrupt } from './problem.ts';
import type { ModuleTypes } from './typetable.ts';

const LIST_ENTRY = 2;
const GROUP_ENTRY = 3;

const Form = { Enum: 0, Integer: 1, Text: 3, TextValue: 4, Type: 5, TypeValue: 6 } as const;
const Kind = { ByValue: 3, NoReturn: 17, StructReturn: 29 } as const;

const FUNCTION_INDEX = 0xffffffff;
const FIRST_PARAMETER = 1;

interface Group {
  readonly index: number;
  noreturn: boolean;
  byval: number | null;
  sret: number | null;
}

/** The attributes of one function or call. */
export interface AttributeList {
  readonly noreturn: boolean;
  /** By parameter; shorter when the rest has none. */
  readonly parameters: readonly (ParameterAttributes | undefined)[];
}

const NOTHING: AttributeList = { noreturn: false, parameters: [] };
export const PLAIN_PARAMETER: ParameterAttributes = { byval: null, sret: null };

export class Attributes {
  private readonly groups = new Map<number, Group>();
  private readonly lists: number[][] = [];
  private readonly resolved: (AttributeList | undefined)[] = [];

  constructor(private readonly types: ModuleTypes) {}

  /** The list with this number; 0 means none. Resolved at first use, since lists may be read before types are. */
  list(id: number): AttributeList {
    if (id === 0) return NOTHING;
    const groups = this.lists[id - 1];
    if (groups === undefined) corrupt(`there is no attribute list number ${id}`);
    return (this.resolved[id - 1] ??= this.resolve(groups));
  }

  /** Reads the announced block, of groups or of lists. */
  read(stream: Bitstream): void {
    stream.enter();
    for (;;) {
      const entry = stream.next();
      if (entry === Entry.End) return;
      if (entry === Entry.Block) stream.skip();
      else if (stream.code === GROUP_ENTRY) this.readGroup(stream);
      else if (stream.code === LIST_ENTRY) this.lists.push(Array.from(stream.low.subarray(0, stream.length)));
    }
  }

  private readGroup(stream: Bitstream): void {
    const group: Group = { index: stream.operand(1), noreturn: false, byval: null, sret: null };
    this.groups.set(stream.operand(0), group);
    let at = 2;
    while (at < stream.length) {
      const form = stream.operand(at++);
      switch (form) {
        case Form.Enum:
        case Form.Type:
          if (stream.operand(at++) === Kind.NoReturn) group.noreturn = true;
          break;
        case Form.Integer:
          at += 2;
          break;
        case Form.TypeValue: {
          const kind = stream.operand(at++);
          const type = stream.operand(at++);
          if (kind === Kind.ByValue) group.byval = type;
          else if (kind === Kind.StructReturn) group.sret = type;
          break;
        }
        case Form.Text:
        case Form.TextValue:
          at = skipText(stream, at);
          if (form === Form.TextValue) at = skipText(stream, at);
          break;
        default:
          // Ranges and whatever comes later sort after the kinds that matter here.
          return;
      }
    }
  }

  private resolve(ids: readonly number[]): AttributeList {
    let noreturn = false;
    const parameters: (ParameterAttributes | undefined)[] = [];
    for (const id of ids) {
      const group = this.groups.get(id);
      if (group === undefined) corrupt(`there is no attribute group number ${id}`);
      if (group.index === FUNCTION_INDEX) noreturn ||= group.noreturn;
      else if (group.byval !== null || group.sret !== null) {
        const parameter = group.index - FIRST_PARAMETER;
        if (parameter < 0 || parameter > 65535) corrupt('an attribute belongs to an impossible parameter');
        parameters[parameter] = { byval: this.type(group.byval), sret: this.type(group.sret) };
      }
    }
    return { noreturn, parameters };
  }

  private type(id: number | null): Type | null {
    return id === null ? null : this.types.get(id);
  }
}

function skipText(stream: Bitstream, start: number): number {
  let at = start;
  while (stream.operand(at) !== 0) at++;
  return at + 1;
}
