import { expect, it } from 'vitest';

import { finalMessage, runtimeReport } from '../../../../kit/browser-frames.ts';
import { runConductor } from '../../../../kit/running-conductor.ts';

const LONG = 'word '.repeat(60);

const ACTING = [
  'I look\u2028that up.',
  '',
  '```baa',
  '@conductor::time',
  '@conductor::echo::{',
  '  "text": "hello"',
  '}',
  '```',
  'Done.',
].join('\r\n');

async function world() {
  const conductor = await runConductor();
  const { browser, inbox } = await conductor.browser();
  browser.send(runtimeReport(['a']));
  await inbox.allAcked();
  const [row] = conductor.rows<{ id: string }>(
    'select local_conversation_id as id from conversations',
  );
  const id = row?.id ?? '';
  await conductor.setMode(id, 'auto');
  for (const n of [1, 2, 3, 4, 5, 6]) {
    browser.send(finalMessage('a', `m-${n}`, n === 6 ? LONG : `Reply ${n}.`));
    await inbox.allAcked();
  }
  browser.send(finalMessage('a', 'acting', ACTING));
  await inbox.allAcked();
  const ask = async (path: string) => {
    const answer = await conductor.admin('GET', `/v1/conversations/${id}/messages${path}`);
    return (await answer.json()) as Readonly<Record<string, unknown>> & {
      readonly items: readonly Readonly<Record<string, unknown>>[];
      readonly next_cursor: string | null;
    };
  };
  const ids = async (path: string) => (await ask(path)).items.map((one) => one['message_id']);
  return { conductor, ask, ids };
}

it('are shown around one of them, and from there both ways', async () => {
  const { ask, ids } = await world();
  expect(await ids('?around=m-3&limit=3')).toEqual(['m-4', 'm-3', 'm-2']);
  const { next_cursor: cursor } = await ask('?around=m-3&limit=3');
  expect(await ids(`?cursor=${cursor ?? ''}`)).toEqual(['m-1']);
  expect(await ids('?newer_than=m-3&limit=2')).toEqual(['m-5', 'm-4']);
  expect(await ids('?newer_than=acting')).toEqual([]);
  expect(await ask('?around=none')).toMatchObject({ code: 'not_found', field: 'query.around' });
  expect(await ask('?around=m-1&newer_than=m-1')).toMatchObject({ code: 'invalid_request' });
});

it('are cut where that is asked for, and one alone is whole', async () => {
  const { ask } = await world();
  const { items } = await ask('?around=m-6&limit=1&cut=100');
  expect(items[0]).toMatchObject({ text: LONG.slice(0, 100), size: LONG.length, more: true });
  expect((await ask('?around=m-6&limit=1')).items[0]).toMatchObject({ text: LONG, more: false });
  expect(await ask('/m-6')).toMatchObject({ message_id: 'm-6', text: LONG, more: false });
  expect(await ask('/none')).toMatchObject({ code: 'not_found' });
});

it('say where in them an action stands, and which it is', async () => {
  const { conductor, ask } = await world();
  await expect
    .poll(() => conductor.rows('select instruction_id from instructions'))
    .toHaveLength(2);
  const { text, action_spans: spans } = (await ask('/acting')) as unknown as {
    text: string;
    action_spans: { start: number; end: number; instruction_id: string }[];
  };
  expect(spans.map(({ start, end }) => text.slice(start, end))).toEqual([
    '@conductor::time',
    '@conductor::echo::{\r\n  "text": "hello"\r\n}',
  ]);
  const known = conductor.rows<{ id: string; tool: string }>(
    'select instruction_id as id, tool from instructions order by position',
  );
  expect(spans.map((span) => span.instruction_id)).toEqual(known.map(({ id }) => id));
  expect((await ask('/m-1'))['action_spans']).toEqual([]);
});
