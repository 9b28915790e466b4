import { randomUUID } from 'node:crypto';

import { describe, expect, onTestFinished, test } from 'vitest';

import { createLive, type Live, type LiveNews } from '../../../face/api/live.ts';
import { type RunningConductor, runConductor } from '../../kit/running-conductor.ts';

interface Tab {
  readonly live: Live;
  readonly news: LiveNews[];
  /** The ids of the events that it heard of, in their order. */
  readonly events: () => number[];
}

/** A tab of a browser: those with the same name share one stream. */
function openTab(conductor: RunningConductor, name: string, url = conductor.url): Tab {
  const live = createLive({
    name,
    renew: () => Promise.resolve(false),
    fetch: (path, init) =>
      fetch(`${url}${path}`, {
        ...init,
        headers: { authorization: `Bearer ${conductor.adminSecret}` },
      }),
  });
  onTestFinished(() => live.close());
  const news: LiveNews[] = [];
  live.on((one) => news.push(one));
  return {
    live,
    news,
    events: () => news.flatMap((one) => (one.kind === 'trail' ? [one.event.event_id] : [])),
  };
}

let rules = 0;

/** Something that leaves an event. */
async function happen(conductor: RunningConductor): Promise<void> {
  const tool = `conductor::none_${(rules += 1)}`;
  await conductor.admin('POST', '/v1/policy/rules', { tool, decision: 'ask' });
}

const idsIn = (conductor: RunningConductor, after: number): number[] =>
  conductor
    .rows<{ event_id: number }>(`select event_id from events where event_id > ${after}`)
    .map((row) => row.event_id);

const newest = (conductor: RunningConductor): number => idsIn(conductor, 0).at(-1) ?? 0;

describe('the stream of the web UI', () => {
  test('every event comes once, in order, to the tab that holds it and to the others', async () => {
    const conductor = await runConductor();
    const name = randomUUID();
    const one = openTab(conductor, name);
    await expect.poll(() => one.live.state.value.kind).toBe('live');
    const two = openTab(conductor, name);
    await expect.poll(() => two.live.here.value).not.toBeNull();
    const before = newest(conductor);
    for (let count = 0; count < 20; count += 1) await happen(conductor);
    const all = idsIn(conductor, before);
    await expect.poll(one.events).toEqual(all);
    await expect.poll(two.events).toEqual(all);
    expect(two.live.presence.value).toEqual(one.live.presence.value);
  });

  test('the next tab goes on where the one that held the stream ended, without a gap', async () => {
    const conductor = await runConductor();
    const name = randomUUID();
    const one = openTab(conductor, name);
    await expect.poll(() => one.live.state.value.kind).toBe('live');
    const two = openTab(conductor, name);
    await expect.poll(() => two.live.here.value).not.toBeNull();
    const before = newest(conductor);
    await happen(conductor);
    await expect.poll(two.events).toHaveLength(idsIn(conductor, before).length);
    one.live.close();
    for (let count = 0; count < 5; count += 1) await happen(conductor);
    await expect.poll(two.events).toEqual(idsIn(conductor, before));
  });

  test('a conductor that ended is told of at once, and what was missed comes when it is back', async () => {
    const conductor = await runConductor();
    const one = openTab(conductor, randomUUID());
    await expect.poll(() => one.live.state.value.kind).toBe('live');
    const before = newest(conductor);
    const port = Number(new URL(conductor.url).port);
    await conductor.stop();
    await expect.poll(() => one.live.state.value.kind).toBe('lost');
    const again = await runConductor({ port }, conductor.dataDir);
    await happen(again);
    await expect.poll(() => one.live.state.value.kind).toBe('live');
    await expect.poll(one.events).toEqual(idsIn(again, before));
    expect(one.news.some(({ kind }) => kind === 'missed')).toBe(true);
  });
});
