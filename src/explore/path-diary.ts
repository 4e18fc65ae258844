/**
 * What single paths did, for those who want to see it: code of the user's that a path was the first to
 * reach, and the branches it took there.
 */
import type { Segment, Site } from '../machine/code.ts';
import { SilentRecorder } from '../machine/silent-recorder.ts';
import { type Chain, chainToArray, prepend, type Shared, type State } from '../machine/state.ts';
import { TraceOf } from '../machine/trace-of.ts';
import type { Instruction } from '../program/instructions.ts';

/** A line of the user's code: its file and number. */
export interface SourceLine {
  readonly file: string;
  readonly line: number;
}

export class PathDiary implements Shared {
  /** It executed an instruction that none had executed, since it was forked. */
  reachedNew = false;
  newLines: Chain<SourceLine> | null = null;
  branches: Chain<0 | 1> | null = null;
  /** The branch just executed: where it leads shows when the next segment runs. */
  branch: Extract<Instruction, { op: 'condbr' }> | null = null;

  /** What was new to all is new to the path that reached it, not to those that branch off later. */
  fork(): PathDiary {
    const copy = new PathDiary();
    copy.branches = this.branches;
    copy.branch = this.branch;
    return copy;
  }

  /** 1 where the condition held, from the first branch to the last. */
  get directions(): (0 | 1)[] {
    return chainToArray(this.branches);
  }

  get lines(): SourceLine[] {
    return chainToArray(this.newLines);
  }
}

const DIARIES = new TraceOf(PathDiary);

export function diaryOf(state: State): PathDiary {
  return DIARIES.get(state, () => new PathDiary());
}

/** A recorder: strategies that look at traces of their own cannot have it. */
export class DiaryKeeper extends SilentRecorder {
  private readonly segments = new Set<Segment>();
  private readonly lines = new Set<string>();

  override executed(state: State, segment: Segment): void {
    const diary = diaryOf(state);
    this.settle(diary, segment);
    if (!this.segments.has(segment)) {
      this.segments.add(segment);
      this.reached(diary, segment, segment.endId);
    }
    const { instruction } = segment.controlSite;
    if (instruction.op === 'condbr' && segment.code.function.library !== true) diary.branch = instruction;
  }

  override ended(state: State, site: Site | null): void {
    if (site === null) return;
    const diary = diaryOf(state);
    this.settle(diary, site.segment);
    if (!this.segments.has(site.segment)) this.reached(diary, site.segment, site.instruction.id + 1);
  }

  jumped(): void {}

  private settle(diary: PathDiary, segment: Segment): void {
    const { branch } = diary;
    if (branch === null || (branch.ifTrue !== segment.block && branch.ifFalse !== segment.block)) return;
    diary.branch = null;
    diary.branches = prepend(branch.ifTrue === segment.block ? 1 : 0, diary.branches);
  }

  private reached(diary: PathDiary, { block, firstId, code }: Segment, end: number): void {
    if (code.function.library === true) return;
    for (const { id, position } of block.instructions) {
      if (id < firstId || id >= end) continue;
      diary.reachedNew = true;
      if (position === null) continue;
      const key = `${position.file.path}:${position.line}`;
      if (this.lines.has(key)) continue;
      this.lines.add(key);
      diary.newLines = prepend({ file: position.file.path, line: position.line }, diary.newLines);
    }
  }
}
