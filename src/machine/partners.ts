import type { Client } from './client.ts';
import type { Policy } from './policy.ts';

/** Whom a machine talks to. */
export interface Partners {
  readonly policy: Policy;
  readonly client: Client;
  /** Whether states keep what the policy answered, so that another machine can follow them (explore/sharing). */
  readonly notesAnswers: boolean;
}
