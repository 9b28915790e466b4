import { describe, expect, it } from 'vitest';

import { followStream } from '../../../kit/follow-stream.ts';
import { resourceWorld, SITE } from '../../../kit/resource-world.ts';

const dataOf = ({ data }: { readonly data: string }): Record<string, unknown> =>
  JSON.parse(data) as Record<string, unknown>;

describe('what happens to resources', () => {
  it('comes as it happens: states, what an executor tells, and the trail with its ids', async () => {
    const { conductor, browser, session, run } = await resourceWorld();
    const id = await session();
    const stream = await followStream(conductor, `/v1/resources/events?session=${id}`);
    await run(id, 'browser.ensure', { url: `${SITE}/a` });
    const opened = await stream.first(({ event }) => event === 'resource.opened');
    expect(Number(opened.id)).toBeGreaterThan(0);
    const changed = await stream.first(
      (one) =>
        one.event === 'resource.stateChanged' && JSON.stringify(dataOf(one)).includes('"ready"'),
    );
    expect(changed.id ?? '').toBe('');
    expect(dataOf(changed)).toMatchObject({
      resource_id: `browser_${id}_0`,
      chat_session_id: id,
      data: { status: 'ready' },
    });
    const told = {
      type: 'resource.event',
      resource_id: `browser_${id}_0`,
      event: 'log',
      data: { message: 'clicked e12 button "Save"' },
      observed_at: 1,
    } as const;
    browser.raw(JSON.stringify({ v: 1, id: 'told-1', ...told }));
    const log = await stream.first(({ event }) => event === 'resource.log');
    expect(dataOf(log)).toMatchObject({ chat_session_id: id, data: told.data });
    expect(stream.events.some(({ event }) => event === 'call.ok')).toBe(true);
  });

  it('is told again from where a reader stood, as far as it is in the trail', async () => {
    const { conductor, session, run } = await resourceWorld();
    const id = await session();
    await run(id, 'browser.ensure', { url: `${SITE}/a` });
    const again = await followStream(conductor, '/v1/resources/events', { 'last-event-id': '0' });
    await again.first(({ event }) => event === 'resource.opened');
    expect(
      again.events.every(({ event }) => /^(resource|call|session|grant|taint)\./.test(event ?? '')),
    ).toBe(true);
  });

  it('is part of what a page is told that is looked at', async () => {
    const { conductor, session, run } = await resourceWorld();
    const id = await session();
    const live = await followStream(conductor, '/v1/live?topics=resource.stateChanged');
    await run(id, 'browser.ensure', { url: `${SITE}/a` });
    const changed = await live.first(({ event }) => event === 'resource.stateChanged');
    expect(dataOf(changed)).toMatchObject({ resource_id: `browser_${id}_0` });
  });
});
