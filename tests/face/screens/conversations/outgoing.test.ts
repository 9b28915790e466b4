import { expect, test } from 'vitest';

import { labelsOf } from '../../../../face/screens/conversations/name-dialog.tsx';
import { outgoingOf } from '../../../../face/screens/conversations/outgoing.tsx';

const job = (job_id: string, status: string, updated_at: number) =>
  ({ job_id, status, updated_at }) as never;
const message = (role: string, job_id: string | null, observed_at: number) =>
  ({ role, job_id, observed_at }) as never;

test('what is on its way and not seen yet stands at the end, the oldest first', () => {
  const jobs = [
    job('new', 'pending', 9),
    job('failed now', 'failed', 8),
    job('seen', 'acked', 7),
    job('failed before', 'failed', 3),
    job('done', 'finalized', 2),
  ];
  const messages = [message('user', 'seen', 5), message('assistant', 'done', 4)];
  expect(outgoingOf(jobs, messages).map(({ job_id: id }) => id)).toEqual(['failed now', 'new']);
});

test('labels are read as they are written, each once', () => {
  expect(labelsOf(' tea, 茶，tea,, kitchen ')).toEqual(['tea', '茶', 'kitchen']);
});
