import 'fake-indexeddb/auto';

import { expect, test } from 'vitest';

import { openDatabase } from '../../../../extension/background/storage/database.ts';
import {
  type RowStore,
  metaOf,
  openRowStore,
} from '../../../../extension/background/storage/row-store.ts';
import { attempt } from '../builders/view.ts';

let names = 0;

async function fresh(): Promise<{ store: RowStore; again: () => Promise<RowStore> }> {
  names += 1;
  const name = `store-${names}`;
  let ids = 0;
  const open = async (): Promise<RowStore> =>
    openRowStore(
      await openDatabase(name),
      () => `id-${(ids += 1)}`,
      () => 'key',
    );
  return { store: await open(), again: open };
}

const MODE = {
  type: 'conversation.set_mode',
  platform: 'chatgpt',
  remote_conversation_id: 'c-1',
  mode: 'auto',
} as const;

test('rows, frames and the received number become durable together', async () => {
  const { store, again } = await fresh();
  await store.step(() => ({
    change: { put: { attempts: [attempt()] }, send: [MODE, MODE], received_seq: 4 },
    answer: null,
  }));
  const { view } = await again();
  expect(metaOf(view)).toMatchObject({ out_seq: 2, in_seq: 4, hmac_key: 'key' });
  expect([...view.outbox.values()].map(({ seq, id }) => [seq, id])).toEqual([
    [1, 'id-1'],
    [2, 'id-2'],
  ]);
  expect([...view.attempts.keys()]).toEqual(['job-1.1']);
});

test('steps see what the step before them decided, however they are started', async () => {
  const { store } = await fresh();
  const seen = await Promise.all(
    [1, 2, 3].map(() =>
      store.step((view) => ({ change: { send: [MODE] }, answer: metaOf(view).out_seq })),
    ),
  );
  expect(seen).toEqual([0, 1, 2]);
});

test('a decision that throws changes nothing and stops nobody', async () => {
  const { store } = await fresh();
  const broken = store.step(() => {
    throw new Error('No transition.');
  });
  await expect(broken).rejects.toThrow('No transition.');
  await store.step(() => ({ change: { send: [MODE] }, answer: null }));
  expect(store.view.outbox.size).toBe(1);
});

test('what could not be written is not believed', async () => {
  const { store } = await fresh();
  const unstorable = attempt({ message_text: (() => 'a function') as unknown as string });
  const step = store.step(() => ({ change: { put: { attempts: [unstorable] } }, answer: null }));
  await expect(step).rejects.toThrow();
  expect(store.view.attempts.size).toBe(0);
});

test('a number that was received does not fall back', async () => {
  const { store } = await fresh();
  for (const received_seq of [7, 5]) {
    await store.step(() => ({ change: { received_seq }, answer: null }));
  }
  expect(metaOf(store.view).in_seq).toBe(7);
});
