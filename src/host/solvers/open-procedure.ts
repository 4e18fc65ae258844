import type { Term } from '../../expr/term.ts';
import { UserError } from '../../program/errors.ts';
import { EmbeddedProcedure } from '../../solver/embedded.ts';
import type { CheckResult, DecisionProcedure } from '../../solver/procedure.ts';
import { PipeProcedure } from './pipe.ts';
import { Z3Procedure } from './z3.ts';

/**
 * The decision procedure a user named: `embedded`, `z3`, or `smtlib:` and a program. Only the embedded one counts conflicts;
 * the others know time limits alone.
 */
export async function openProcedure(name: string, maxConflicts?: number): Promise<DecisionProcedure> {
  if (name === 'embedded') return new WithFloats(await EmbeddedProcedure.create(undefined, maxConflicts));
  if (name === 'z3') return Z3Procedure.create();
  if (name.startsWith('smtlib:')) return PipeProcedure.create(name.slice('smtlib:'.length));
  throw new UserError(
    `There is no solver called ${name}.`,
    'Solvers: embedded, z3, smtlib:PROGRAM (for example smtlib:cvc5).',
  );
}

/** The embedded procedure, with z3 (when the package is there) for the few float operations that have no circuit. */
class WithFloats implements DecisionProcedure {
  readonly name = 'embedded';
  private floats: DecisionProcedure | null | undefined;

  constructor(private readonly bits: EmbeddedProcedure) {}

  solve(assertions: readonly Term[], limitMs: number, wantCore?: boolean): CheckResult {
    if (!assertions.some((term) => term.hasFloat) || this.bits.beyond(assertions) === null)
      return this.bits.solve(assertions, limitMs, wantCore);
    if (this.floats === undefined) this.floats = z3IfInstalled();
    return (this.floats ?? this.bits).solve(assertions, limitMs, wantCore);
  }

  dispose(): void {
    this.bits.dispose();
    this.floats?.dispose();
  }
}

function z3IfInstalled(): DecisionProcedure | null {
  try {
    return Z3Procedure.create();
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
}
