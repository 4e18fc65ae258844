/**
 * A short search before the real one.
 *
 * Most questions of a symbolic execution are easy: bits of the inputs are set to false from the highest down, unit propagation does
 * the rest, and a handful of wrong turns later there is a model, or there is none without any choice. CaDiCaL answers them as
 * quickly, but taking in the clauses alone costs it 70 ns a literal, half of the time of a small query. So a search with
 * watched literals runs first, on the clauses where they are, without learning; it turns back at most `MOST_CONFLICTS` times, and
 * then leaves the question to CaDiCaL. What it says is as certain: a model is a full assignment without a false clause, and "none"
 * means that all choices were tried.
 *
 * Setting up costs about 10 ns a literal, which is lost where the search gives up. With 24 turns linear queries were no faster, and models
 * worse to read: turning back from low bits to high ones makes large numbers where CaDiCaL learns a small one.
 */
const MOST_CONFLICTS = 3;
/** Larger queries are rarely easy. */
const MOST_LITERALS = 40_000;

export type QuickAnswer = 'sat' | 'unsat' | 'open';

export class QuickSearch {
  /** By variable, after 'sat': 1 or -1. */
  values = new Int8Array(1024);
  private clauses: Int32Array = new Int32Array(0);
  /** By literal: the first place in `clauses` where it is watched, plus one; then by place. */
  private heads = new Int32Array(2048);
  private next = new Int32Array(8192);
  private trail = new Int32Array(1024);
  private trailLength = 0;
  private propagated = 0;

  /** Clauses as for `SatSolver.load`, whose literals may change places. `order` are variables to decide first. */
  run(clauses: Int32Array, length: number, variables: number, order: readonly number[]): QuickAnswer {
    if (length > MOST_LITERALS) return 'open';
    this.prepare(clauses, length, variables);
    if (!this.watchAll(length) || !this.propagate()) return 'unsat';
    return this.search(variables, order);
  }

  private prepare(clauses: Int32Array, length: number, variables: number): void {
    this.clauses = clauses;
    this.trailLength = this.propagated = 0;
    if (this.values.length <= variables) {
      this.values = new Int8Array(2 * variables);
      this.trail = new Int32Array(2 * variables);
      this.heads = new Int32Array(4 * variables);
    } else {
      this.values.fill(0, 0, variables + 1);
      this.heads.fill(0, 0, 2 * variables + 2);
    }
    if (this.next.length < length) this.next = new Int32Array(2 * length);
  }

  /** False when two clauses of one literal contradict each other. */
  private watchAll(length: number): boolean {
    const { clauses } = this;
    for (let start = 0; start < length; ) {
      const first = clauses[start];
      if (clauses[start + 1] === 0) {
        const value = this.valueOf(first);
        if (value < 0) return false;
        if (value === 0) this.assign(first);
        start += 2;
        continue;
      }
      this.watch(start);
      this.watch(start + 1);
      while (clauses[start] !== 0) start++;
      start++;
    }
    return true;
  }

  private watch(place: number): void {
    const head = headOf(this.clauses[place]);
    this.next[place] = this.heads[head];
    this.heads[head] = place + 1;
  }

  private valueOf(literal: number): number {
    return literal < 0 ? -this.values[-literal] : this.values[literal];
  }

  private assign(literal: number): void {
    if (literal < 0) this.values[-literal] = -1;
    else this.values[literal] = 1;
    this.trail[this.trailLength++] = literal;
  }

  /** False at a clause whose literals are all false. */
  private propagate(): boolean {
    while (this.propagated < this.trailLength) {
      if (!this.falsified(-this.trail[this.propagated++])) return false;
    }
    return true;
  }

  /** Every clause that watches the literal, which has become false, watches another, is satisfied, or decides its last literal. */
  private falsified(literal: number): boolean {
    const { clauses, next, heads } = this;
    const head = headOf(literal);
    let kept = 0;
    let place = heads[head] - 1;
    let consistent = true;
    while (place >= 0) {
      const following = next[place] - 1;
      const isFirst = place === 0 || clauses[place - 1] === 0;
      const other = clauses[isFirst ? place + 1 : place - 1];
      const value = this.valueOf(other);
      const moved = value <= 0 && this.watchAnother(place, isFirst ? place + 2 : place + 1);
      if (!moved) {
        next[place] = kept;
        kept = place + 1;
        if (value < 0) consistent = false;
        else if (value === 0) this.assign(other);
      }
      place = following;
      if (consistent) continue;
      // The rest stays as it is.
      while (place >= 0) {
        const after = next[place] - 1;
        next[place] = kept;
        kept = place + 1;
        place = after;
      }
    }
    heads[head] = kept;
    return consistent;
  }

  private watchAnother(place: number, from: number): boolean {
    const { clauses } = this;
    for (let at = from; clauses[at] !== 0; at++) {
      const candidate = clauses[at];
      if (this.valueOf(candidate) < 0) continue;
      clauses[at] = clauses[place];
      clauses[place] = candidate;
      this.watch(place);
      return true;
    }
    return false;
  }

  private search(variables: number, order: readonly number[]): QuickAnswer {
    /** Where each decision stands on the trail; negative, less one, once both sides have been tried. */
    const decisions: number[] = [];
    let at = 0;
    for (let conflicts = 0; conflicts <= MOST_CONFLICTS; conflicts++) {
      for (;;) {
        while (at < order.length + variables && this.values[variableAt(at, order)] !== 0) at++;
        if (at === order.length + variables) return 'sat';
        decisions.push(this.trailLength);
        this.assign(-variableAt(at, order));
        if (!this.propagate()) break;
      }
      do {
        if (!this.turnBack(decisions)) return 'unsat';
      } while (!this.propagate() && ++conflicts <= MOST_CONFLICTS);
      at = 0;
    }
    return 'open';
  }

  /** Undoes up to the last decision of which only one side was tried, and takes the other. */
  private turnBack(decisions: number[]): boolean {
    while (decisions.length > 0) {
      const decision = decisions.pop()!;
      const place = decision < 0 ? -decision - 1 : decision;
      const literal = this.trail[place];
      while (this.trailLength > place) this.values[Math.abs(this.trail[--this.trailLength])] = 0;
      this.propagated = place;
      if (decision < 0) continue;
      decisions.push(-place - 1);
      this.assign(-literal);
      return true;
    }
    return false;
  }
}

const headOf = (literal: number): number => (literal < 0 ? -2 * literal + 1 : 2 * literal);

const variableAt = (at: number, order: readonly number[]): number =>
  at < order.length ? order[at] : at - order.length + 1;
