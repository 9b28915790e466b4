import type { Reads } from '../../engine/reads.ts';

export type OpenWork = ReturnType<Reads['readOpenWork']>;

/** Is anything open that a message, or a reply to it, set going? */
export function isBusy({ actions, approvals, deliveries }: OpenWork): boolean {
  return actions + approvals + deliveries > 0;
}
