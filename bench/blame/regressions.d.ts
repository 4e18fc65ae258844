export interface Regression {
  /** Below bench/programs. */
  readonly program: string;
  readonly kind: string;
  readonly what: string;
  readonly find: string;
  readonly replace: string;
  /** Of the test that fails. */
  readonly inputs: Readonly<Record<string, number | string | readonly number[]>>;
  readonly defines: readonly string[];
}

export const regressions: readonly Regression[];
export const regressionsWhileMaking: readonly Regression[];

export function versionsOf(
  source: string,
  regression: Regression,
): {
  readonly old: string;
  readonly new: string;
  /** That the edit changes. */
  readonly lines: { readonly old: number[]; readonly new: number[] };
};
