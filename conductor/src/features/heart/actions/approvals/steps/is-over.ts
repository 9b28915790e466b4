import type { Approval } from '../../rows.ts';

/** Tells whether nobody has answered a question, and nobody may any more. */
export function isOver({ decision, expiresAt }: Approval, now: number): boolean {
  return decision === 'open' && expiresAt !== null && expiresAt <= now;
}
