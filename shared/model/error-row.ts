/**
 * The possible next step after a failure, decided by the code alone, never by the message text.
 * - `later`: the message provably was not sent; another attempt may succeed, and counts against the limit.
 * - `never`: another attempt would end the same way.
 * - `person`: only a person can clear it; the job stops until they say so.
 */
export type RetryClass = 'later' | 'never' | 'person';

/** Meaning and remedy of a code. */
export interface ErrorRow {
  readonly layer: 'conversation' | 'execution' | 'resource' | 'agent' | 'run' | 'bridge';
  readonly retry: RetryClass;
  /** HTTP status when the code answers a request. */
  readonly http: number;
  readonly meaning: string;
  /** Remedy that a person has. */
  readonly remedy: string;
}
