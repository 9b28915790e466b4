import { expect, test } from 'vitest';

import { takeJob } from '../../../../extension/background/delivery/take-job.ts';
import { attempt, NOW, view } from '../builders/view.ts';

const FRAME = {
  v: 1,
  id: 'c1',
  seq: 1,
  type: 'delivery.enqueue',
  job_id: 'job-new',
  platform: 'chatgpt',
  remote_conversation_id: 'c-1',
  local_conversation_id: 'lc-1',
  assistant_message_id: 'assistant-0',
  message_text: 'The result.',
  delivery_kind: 'proxy_delivery',
  origin: 'reply',
  attempt: 1,
  reconcile: false,
  start_new: false,
} as const;

test('a new job lets go of deliveries that are long through, and of none that failed lately', () => {
  const rows = Array.from({ length: 510 }, (_, index) =>
    attempt({
      attempt_id: `job-${index}.1`,
      job_id: `job-${index}`,
      status: index === 0 ? 'failed' : 'finalized',
      updated_at: NOW + index,
    }),
  );
  const { remove } = takeJob(view({ attempts: rows }), FRAME, NOW + 1_000);
  expect(remove?.attempts?.toSorted()).toEqual(
    Array.from({ length: 9 }, (_, index) => `job-${index + 1}.1`),
  );
});
