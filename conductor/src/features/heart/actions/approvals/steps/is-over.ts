import type { Approval } from '../../rows.ts';

/** Nobody has answered it, and nobody may any more. */
export function isOver({ decision, expiresAt }: Approval, now: number): boolean {
  return decision === 'open' && expiresAt !== null && expiresAt <= now;
}
