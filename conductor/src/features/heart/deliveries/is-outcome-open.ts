import type { DeliveryJob } from './rows.ts';

/**
 * Tells whether a job was taken back while it may have been on its way: nobody knows whether its message is in the
 * conversation. The browser that has it, if `clientId` names one, reports as soon as it knows.
 */
export function isOutcomeOpen(job: DeliveryJob): boolean {
  const { status, lastErrorCode, userMessageId, clientId, reconcile } = job;
  const isTakenBack = status === 'failed' && lastErrorCode === 'cancelled';
  return isTakenBack && userMessageId === null && (clientId !== null || reconcile);
}
