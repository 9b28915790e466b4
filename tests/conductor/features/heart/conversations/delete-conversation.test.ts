import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { insert, type OutgoingFrame, plan } from '../../../../../conductor/src/engine/plan.ts';
import type { Step } from '../../../../../conductor/src/engine/step.ts';
import { deleteConversation } from '../../../../../conductor/src/features/heart/conversations/steps/delete-conversation.ts';
import { SQLITE_PARTS } from '../../../../../conductor/src/features.ts';
import { openDatabase } from '../../../../../conductor/src/stores/sqlite/open-database.ts';
import { createStepStore } from '../../../../../conductor/src/stores/sqlite/step-store.ts';
import { CONVERSATION } from '../../../../kit/ledger-world.ts';
import { client } from '../../../../kit/plain-rows.ts';
import { tempDir } from '../../../../kit/running-conductor.ts';
import { CLIENTS } from '../../../../../conductor/src/features/ground/browsers/rows.ts';
import { CONVERSATIONS } from '../../../../../conductor/src/features/heart/conversations/rows.ts';

const BROWSER = client('one');

const ABOUT = {
  platform: 'chatgpt',
  remote_conversation_id: 'a',
  local_conversation_id: 'local-a',
};

const SECRET = 'Where the tea is.';

const STATE: OutgoingFrame['frame'] = {
  type: 'conversation.state',
  ...ABOUT,
  aliases: [],
  mode: 'manual',
  draining: false,
  pause_reason: SECRET,
  title: SECRET,
  jobs: [],
  approvals: [
    {
      approval_id: 'approval',
      kind: 'permission',
      action: 'test::look',
      params: SECRET,
      risk: 'low',
      created_at: 1,
    },
  ],
  held_reply: {
    assistant_message_id: 'reply',
    actions: [{ action: 'test::look', params: SECRET }],
    count: 1,
  },
  renewal: { status: 'stopped', turns_used: 0, max_turns: 1, due_at: null, stop_reason: SECRET },
  parked_until: null,
};

const ENQUEUE: OutgoingFrame['frame'] = {
  type: 'delivery.enqueue',
  job_id: 'job',
  ...ABOUT,
  assistant_message_id: null,
  message_text: SECRET,
  delivery_kind: 'proxy_delivery',
  origin: 'person',
  attempt: 1,
  reconcile: false,
  start_new: false,
};

it('what no browser has yet of a deleted conversation keeps its place, and says nothing of its content', async () => {
  const db = openDatabase(join(tempDir(), 'baton.db'));
  const store = createStepStore(db, SQLITE_PARTS, { now: () => 7, effects: () => undefined });
  onTestFinished(() => store.close());
  const other: OutgoingFrame['frame'] = { ...STATE, local_conversation_id: 'local-b' };
  const tell: Step<null, Record<never, never>, null> = {
    name: 'tell',
    load: () => ({}),
    decide: () => ({
      plan: plan({
        changes: [insert(CLIENTS, BROWSER), insert(CONVERSATIONS, CONVERSATION)],
        frames: [STATE, other, ENQUEUE].map((frame) => ({ clientId: 'one', frame })),
      }),
      outcome: null,
    }),
  };
  await store.run(tell, null);
  const request = { localConversationId: 'local-a', actor: 'person', via: 'cli', now: 2 } as const;
  expect(await store.run(deleteConversation, request)).toBe('deleted');
  const waiting = await store.framesAfter('one', 0, 10);
  const [state, untouched, cancel] = waiting.map(
    ({ frameJson }) => JSON.parse(frameJson) as Record<string, unknown>,
  );
  expect(state).toEqual({
    v: 1,
    id: 'c1',
    seq: 1,
    type: 'conversation.state',
    ...ABOUT,
    aliases: [],
    mode: 'manual',
    draining: false,
    pause_reason: null,
    title: null,
    jobs: [],
    approvals: [],
    renewal: null,
    parked_until: null,
  });
  expect(untouched).toEqual({ v: 1, id: 'c2', seq: 2, ...other });
  expect(cancel).toEqual({ v: 1, id: 'c3', seq: 3, type: 'delivery.cancel', job_id: 'job' });
  // Waiting since when the clock that the store was given said so.
  expect(db.$client.prepare('select distinct created_at as at from outbox').all()).toEqual([
    { at: 7 },
  ]);
});
