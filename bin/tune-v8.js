/**
 * Flags of V8 for runs that last seconds. Imported before anything else of ours is, by the command and by what measures it.
 *
 * V8 would spend a third of a short run on optimising code that is about to change its mind about types, and on copying small functions
 * into large ones again and again. So it waits three times as long before it optimises, inlines less into one function, and compiles
 * everything simply at once. On the study's short runs each of these takes something off, together a tenth of `test` and a twentieth of
 * exhaustive search; long runs stay as they are. Measured with Node 20; others may not know the flags.
 */
import { setFlagsFromString } from 'node:v8';

const FLAGS = ['--interrupt-budget=200000', '--max-inlined-bytecode-size-cumulative=200', '--always-sparkplug'];

if (process.versions.node.startsWith('20.')) for (const flag of FLAGS) setFlagsFromString(flag);
