import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { parseExtensionFrame } from '../../../shared/protocol/index.ts';
import { done, type Holder } from '../../../worker/calls/executor.ts';
import { createCallRunner } from '../../../worker/calls/run-calls.ts';
import { openWorkerStore } from '../../../worker/store/worker-store.ts';
import { tempDir } from '../../kit/running-conductor.ts';

const CALL = {
  v: 1,
  id: 'a',
  seq: 1,
  type: 'tool.call',
  call_id: 'call',
  chat_session_id: 'chat',
  resource_id: 'browser_chat_0',
  tool: 'browser.screenshot',
  args: { full: true },
  attempt: 1,
  reconcile: false,
  deadline_ms: 15_000,
  level: 'read',
  expect: null,
  attachments: [],
} as const;

test('a picture that no frame holds is told of without it, in a frame that is taken', async () => {
  const holder: Holder = {
    type: 'browser',
    adapters: ['cdp'],
    missing: '',
    opening: [],
    has: () => true,
    run: () =>
      Promise.resolve({
        ...done({}),
        attachments: [{ name: 'a', mime: 'image/png', data_base64: 'A'.repeat(9_000_000) }],
        page: { url: 'https://a.example/', title: 'T'.repeat(5_000), doc: null },
      }),
    close: () => Promise.resolve(),
    held: () => [],
  };
  const store = openWorkerStore(join(tempDir(), 'worker.sqlite'));
  onTestFinished(() => store.close());
  const frames = new EventEmitter();
  store.onFrames(() => frames.emit('came'));
  const came = once(frames, 'came');
  store.receiveCall({ ...CALL, attachments: [] });
  createCallRunner(store, [holder], { error: () => undefined }).start({
    ...CALL,
    attachments: [],
  });
  await came;
  const [frame] = store.framesAfter(0, 1);
  const told = parseExtensionFrame(frame?.text ?? '');
  expect(told).toMatchObject({ ok: true, value: { ok: true, attachments: [] } });
  expect(frame?.text.length).toBeLessThan(5_000);
});
