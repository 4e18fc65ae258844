/** How one operand of an abbreviated record is written. `Array` is followed by its element's encoding. */
export const Encoding = { Literal: 0, Fixed: 1, Vbr: 2, Array: 3, Char6: 4, Blob: 5 } as const;

/** The shape of a record, defined by the file itself. Parallel arrays, because reading records is the hot path. */
export interface Abbreviation {
  readonly encodings: readonly number[];
  /** The width of a fixed or variable field, or the low half of a literal. */
  readonly values: readonly number[];
  /** The high half of a literal, else 0. */
  readonly highs: readonly number[];
}
