/** How one exploration takes part in a search that several do together. */
import type { PathPrefix } from './prefix.ts';

export interface Sharing {
  /** Whether it begins where the program starts; the others begin with what they are given. */
  readonly startsAtStart: boolean;
  /** Whether there are others by now. As long as there are none, the search goes on exactly as it would alone. */
  readonly hasOthers: boolean;
  /** What to explore next: a prefix, `later` where others may still give something away, null when nothing is left at all. */
  next(): SharedWork | 'later' | null;
  /** The name of a limit that was hit elsewhere, or that counts for all together; null while there is none. */
  limit(): string | null;
  /** A limit was hit here: tells the others, and returns what still waits to be explored. */
  stop(limit: string): readonly SharedWork[];
}

export interface SharedWork {
  readonly prefix: PathPrefix;
  /** Names of paths, or of beginnings of paths, that are done or explored elsewhere although they begin so. */
  readonly leftOut: readonly string[];
}
