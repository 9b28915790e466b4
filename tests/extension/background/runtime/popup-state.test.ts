import { expect, test } from 'vitest';

import { popupState } from '../../../../extension/background/runtime/popup-state.ts';
import type { PopupConversation } from '../../../../extension/messages/popup-messages.ts';
import { attempt, NOW, page, view } from '../builders/view.ts';

const LINK = {
  status: 'online',
  conductor_url: 'http://127.0.0.1:7717',
  error: null,
  waiting: 0,
  versions: null,
} as const;
type State = NonNullable<PopupConversation['state']>;
type Job = State['jobs'][number];

/** Returns the popup's view of a message that this browser has sent, where the conductor lists these jobs. */
function shown(jobs: readonly Job[] | null): PopupConversation['attempt'] {
  const named = { platform: 'chatgpt', remote_conversation_id: 'c-1' };
  const state: State = {
    v: 1,
    id: 's',
    seq: 1,
    type: 'conversation.state',
    ...named,
    aliases: [],
    local_conversation_id: 'lc-1',
    mode: 'auto',
    draining: false,
    pause_reason: null,
    title: null,
    jobs: [...(jobs ?? [])],
    approvals: [],
    renewal: null,
    parked_until: null,
  };
  const known = { key: 'chatgpt/c-1', ...named, state: jobs && state, wanted: null };
  const rows = { conversations: [known], attempts: [attempt({ status: 'acked' })] };
  return popupState(view(rows), LINK, page(), null, NOW).conversation?.attempt ?? null;
}

const job = (status: Job['status']): Job => ({
  job_id: 'job-1',
  status,
  attempt_count: 1,
  error_code: status === 'failed' ? 'cancelled' : null,
  error_message: null,
});

test('a reply is awaited in the popup until the conductor says that the delivery has ended', () => {
  const awaited = { status: 'acked', waiting_for: null };
  expect(shown(null)).toEqual(awaited);
  expect(shown([job('dispatched')])).toEqual(awaited);
  expect(shown([job('acked')])).toEqual(awaited);
  expect(shown([job('failed')])).toBeNull();
  expect(shown([])).toBeNull();
});
