import 'fake-indexeddb/auto';

import { expect, test } from 'vitest';

import { createPageDirectory } from '../../../../extension/background/runtime/page-directory.ts';
import { createPageReports } from '../../../../extension/background/runtime/page-reports.ts';
import { openDatabase } from '../../../../extension/background/storage/database.ts';
import { openRowStore } from '../../../../extension/background/storage/row-store.ts';
import { meta, NOW, page } from '../builders/view.ts';

const nobody = (): Promise<never> => Promise.reject(new Error('nobody is there'));

const TABS = {
  ask: nobody,
  open: nobody,
  openInFront: nobody,
  show: nobody,
  draft: nobody,
  exists: () => Promise.resolve(true),
  isActive: () => Promise.resolve(false),
  isSpare: () => Promise.resolve(false),
};

test('where conversations can be begun is told again when the commit that told it failed', async () => {
  const database = await openDatabase('page-reports');
  let failures = 0;
  const store = await openRowStore(
    {
      ...database,
      commit(changes) {
        if (failures === 0) return database.commit(changes);
        failures -= 1;
        return Promise.reject(new Error('The disk is full.'));
      },
    },
    () => 'id',
    () => 'key',
  );
  await store.step(() => ({ change: { put: { meta: [meta()] } }, answer: null }));
  const clock = { now: () => NOW, after: () => () => undefined };
  const reports = createPageReports({
    store,
    directory: createPageDirectory(TABS, clock),
    tabs: TABS,
    clock,
    routes: {
      serves: () => true,
      conversationUrl: () => null,
      newConversationUrl: () => 'https://chatgpt.com/',
    },
    isOnline: () => true,
    listeners: { changed: () => undefined, loaded: () => undefined, gone: () => undefined },
  });

  // A page that shows no conversation: all that there is to tell of it.
  const empty = page({ remote_conversation_id: null });
  failures = 1;
  await expect(reports.state(1, empty)).rejects.toThrow('The disk is full.');
  await reports.state(1, empty);
  await reports.state(1, empty);
  expect([...store.view.outbox.values()]).toMatchObject([
    { type: 'runtime.report', runtimes: [], startable_platforms: ['chatgpt'] },
  ]);
  database.close();
});
