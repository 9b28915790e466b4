import type * as z from 'zod/mini';

import type { GrantLevel } from '../model/resource-words.ts';

/**
 * One thing that can be asked of a resource. The conductor checks the arguments and fills in what was left out; whoever
 * runs the verb gets them so, without `resource`, which stands in the call itself.
 */
export interface Verb {
  /** Arguments, for the assistant as well: their names and words cost tokens in every manual. */
  readonly args: z.ZodMiniObject;
  /** Description for the assistant. */
  readonly help: string;
  /** true: it may change something, so it is never run again on a guess. */
  readonly writes: boolean;
  readonly risk: 'low' | 'medium' | 'high';
  /** The grant that it needs of a page's origin. */
  readonly level: GrantLevel;
  /** Longest run, in milliseconds; null: as long as `timeout_ms` among its arguments says. */
  readonly limitMs: number | null;
  /** Who does it: the executor that holds the resource, or the conductor alone. */
  readonly by: 'executor' | 'conductor';
  /** Baton itself asks it, for a program that serves a conversation: nobody else can name it. Default false. */
  readonly isOwn?: true;
}
