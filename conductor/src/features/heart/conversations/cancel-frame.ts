import type { OutgoingFrame } from '../../../engine/plan.ts';

/**
 * Takes back a job that the browser has not begun to send. A `delivery.enqueue` that still waits for it is replaced, so
 * that a browser which was away cannot send while another browser has the job.
 *
 * @param stopsReply One that was sent already is not undone, but its reply is stopped while it is being written.
 */
export function cancelFrame(
  clientId: string,
  jobId: string,
  { stopsReply = false }: { readonly stopsReply?: boolean } = {},
): OutgoingFrame {
  return {
    clientId,
    frame: { type: 'delivery.cancel', job_id: jobId, ...(stopsReply && { stop_reply: true }) },
    insteadOf: { type: 'delivery.enqueue', job_id: jobId },
  };
}
