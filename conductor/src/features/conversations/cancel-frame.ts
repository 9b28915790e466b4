import type { OutgoingFrame } from '../../engine/plan.ts';

/**
 * The browser gives a job up that it has not begun to send. One that was away must not hear "send" before it hears "do
 * not": in between it could, while another has the job.
 */
export function cancelFrame(clientId: string, jobId: string): OutgoingFrame {
  return {
    clientId,
    frame: { type: 'delivery.cancel', job_id: jobId },
    insteadOf: { type: 'delivery.enqueue', job_id: jobId },
  };
}
