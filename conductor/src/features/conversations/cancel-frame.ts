import type { OutgoingFrame } from '../../engine/plan.ts';

/**
 * Takes back a job that the browser has not begun to send. A `delivery.enqueue` that still waits for it is replaced, so
 * that a browser which was away cannot send while another browser has the job.
 */
export function cancelFrame(clientId: string, jobId: string): OutgoingFrame {
  return {
    clientId,
    frame: { type: 'delivery.cancel', job_id: jobId },
    insteadOf: { type: 'delivery.enqueue', job_id: jobId },
  };
}
