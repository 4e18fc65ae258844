import fc from 'fast-check';

/** Random choices drawn from fast-check's source, so that a seed determines the program. */
export class Chance {
  private readonly source: fc.Random;

  constructor(source: fc.Random) {
    this.source = source;
  }

  between(low: number, high: number): number {
    return this.source.nextInt(low, high);
  }

  oneIn(count: number): boolean {
    return this.between(1, count) === 1;
  }

  of<Item>(items: readonly Item[]): Item {
    return items[this.between(0, items.length - 1)]!;
  }

  /** One of the alternatives, each as likely as its weight. */
  weighted<Item>(alternatives: readonly (readonly [weight: number, make: () => Item])[]): Item {
    const total = alternatives.reduce((sum, [weight]) => sum + weight, 0);
    let position = this.between(1, total);
    for (const [weight, make] of alternatives) {
      position -= weight;
      if (position <= 0) return make();
    }
    throw new Error('weights must be positive');
  }
}

/** What `make` draws, as fast-check wants it; it does not shrink. */
export function drawnBy<Item>(make: (chance: Chance) => Item): fc.Arbitrary<Item> {
  return new Drawn(make);
}

class Drawn<Item> extends fc.Arbitrary<Item> {
  private readonly make: (chance: Chance) => Item;

  constructor(make: (chance: Chance) => Item) {
    super();
    this.make = make;
  }

  override generate(source: fc.Random): fc.Value<Item> {
    return new fc.Value(this.make(new Chance(source)), undefined);
  }

  override canShrinkWithoutContext(_: unknown): _ is Item {
    return false;
  }

  override shrink(): fc.Stream<fc.Value<Item>> {
    return fc.Stream.nil();
  }
}
