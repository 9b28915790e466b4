import type { ReadPort } from './read-port.ts';

export type OpenWork = ReturnType<ReadPort['readOpenWork']>;

/** Is anything open that a message, or a reply to it, set going? */
export function isBusy({ actions, approvals, deliveries }: OpenWork): boolean {
  return actions + approvals + deliveries > 0;
}
