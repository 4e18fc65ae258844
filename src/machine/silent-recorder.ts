/** A recorder that looks at nothing: extend it by what you want to see. */
import type { Term } from '../expr/term.ts';
import type { DecisionKind } from './client.ts';
import type { Segment, Site } from './code.ts';
import type { Recorder } from './recorder.ts';
import type { Frame, State } from './state.ts';
import type { MemoryObject } from './value.ts';

export class SilentRecorder implements Recorder {
  executed(_state: State, _segment: Segment): void {}
  access(_: State, _site: Site, _object: MemoryObject, _offset: number | Term, _size: number, _writes: boolean): void {}
  decided(_state: State, _condition: Term, _value: boolean, _kind: DecisionKind, _site: Site): void {}
  allocated(_state: State, _site: Site, _object: MemoryObject, _size: number): void {}
  input(_state: State, _term: Term): void {}
  returned(_state: State, _frame: Frame, _caller: Frame | null): void {}
  ended(_state: State, _site: Site | null): void {}
}
