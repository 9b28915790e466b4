import { expect, it } from 'vitest';

import { asking } from '../../kit/browser-frames.ts';
import { prepareChats, RESTARTED, runKilled } from '../../kit/killed-with-chats.ts';

const SESSION = 'session-of-this-test';

/** Acts twice, then answers. What it says follows from what it is told alone. */
function say(text: string): string {
  if (!text.startsWith('Baton results')) return asking('@conductor::echo::{"text":"one"}');
  return text.includes('one') ? asking('@conductor::echo::{"text":"two"}') : 'All done.';
}

it('an agent whose conductor dies after any commit tells its chat everything once', async () => {
  const prepared = await prepareChats();
  let killAt = 0;
  for (let died = true; died;) {
    killAt += 1;
    const ended = await runKilled(prepared, killAt, say, async ({ get, post }) => {
      await post('/v1/agent-sessions', { id: SESSION, agent: 'assistant', model: 'chat:chatgpt' });
      await post(`/v1/conversations/${SESSION}/messages`, { text: 'Go.' });
      const runs = async () =>
        ((await get('/v1/agent-runs')) as { readonly items: unknown[] } | undefined)?.items;
      await expect.poll(runs, RESTARTED).toMatchObject([{ status: 'succeeded' }]);
    });
    died = ended.died;
    expect({ killAt, heard: ended.heard.map(({ text }) => text) }).toEqual({
      killAt,
      heard: [
        expect.stringMatching(/^# Task[^]*Go\.$/),
        expect.stringMatching(/^Baton results[^]*one/),
        expect.stringMatching(/^Baton results[^]*two/),
      ],
    });
    expect(new Set(ended.heard.map(({ conversation }) => conversation)).size).toBe(1);
    expect(
      ended.rows(
        `select origin, status, count(*) as n from delivery_jobs group by 1, 2 order by 1`,
      ),
    ).toEqual([
      { origin: 'agent', status: 'finalized', n: 3 },
      { origin: 'person', status: 'finalized', n: 1 },
    ]);
    expect(ended.rows('select status, count(*) as n from instructions group by 1')).toEqual([
      { status: 'succeeded', n: 2 },
    ]);
    expect(ended.rows('select state, turns from model_bindings')).toEqual([
      { state: 'bound', turns: 3 },
    ]);
  }
  expect(killAt).toBeGreaterThan(15);
});
