import { expect, it } from 'vitest';

import { runtimeReport, tell } from '../../../../kit/browser-frames.ts';
import { followStream } from '../../../../kit/follow-stream.ts';
import { runConductor } from '../../../../kit/running-conductor.ts';

const grows = (remote_conversation_id: string, characters: number, more: object = {}) => ({
  type: 'reply.progress',
  platform: 'chatgpt',
  remote_conversation_id,
  characters,
  for_ms: 38_000,
  ended: false,
  ...more,
});

it('tells who looks how far a reply has grown, once a second at most, and of conversations that its browser has', async () => {
  const conductor = await runConductor();
  const { browser, inbox } = await conductor.browser();
  browser.send(runtimeReport(['a']));
  const { local_conversation_id: id } = await inbox.first('conversation.state');
  const events = conductor.rows('select event_id from events').length;
  const live = await followStream(conductor, '/v1/live?topics=reply.progress');
  await live.first(({ event }) => event === 'here');
  tell(browser, grows('of another browser', 1));
  tell(browser, grows('a', 10));
  tell(browser, grows('a', 20));
  tell(browser, grows('a', 30, { ended: true }));
  await live.first(({ data }) => data.includes('"ended":true'));
  const told = live.events
    .filter(({ event }) => event === 'reply.progress')
    .map(({ id: named, data }) => {
      expect(named).toBeUndefined();
      return JSON.parse(data) as { characters: number; since: number };
    });
  expect(told).toEqual([
    { local_conversation_id: id, characters: 10, since: expect.any(Number), ended: false },
    { local_conversation_id: id, characters: 30, since: expect.any(Number), ended: true },
  ]);
  expect(Math.abs((told[0]?.since ?? 0) + 38_000 - Date.now())).toBeLessThan(5_000);
  expect(conductor.rows('select event_id from events')).toHaveLength(events);
});
