/**
 * One seed for every generated test, so that a run can be repeated: PATHFOLD_SEED, or a fixed one, so that a green suite stays
 * green until somebody changes something. PATHFOLD_SEED=random looks further; a failure prints the seed it had.
 */
import fc from 'fast-check';

if (process.env.PATHFOLD_SEED === 'random') process.env.PATHFOLD_SEED = String(Math.floor(Math.random() * 2 ** 31));
process.env.PATHFOLD_SEED ??= '20261115';
process.env.EXPR_C_SEED ??= process.env.PATHFOLD_SEED;
fc.configureGlobal({ seed: Number(process.env.PATHFOLD_SEED) });
