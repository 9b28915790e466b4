import { pino } from 'pino';
import { describe, expect, it } from 'vitest';

import type { Reader } from '../../../../../conductor/src/engine/query.ts';
import {
  createResourceEvents,
  type ResourceHappening,
} from '../../../../../conductor/src/features/hands/resources/resource-events.ts';
import type { FrameOf } from '../../../../../shared/protocol/index.ts';

/** One resource, which `holder` holds. */
const read = {
  one: ({ resourceId }: { readonly resourceId: string }) =>
    Promise.resolve({ resource: { resourceId, executorId: 'holder', chatSessionId: 'c' } }),
} as unknown as Reader;

function world(most: number) {
  const clock = { now: 0 };
  const heard: ResourceHappening[] = [];
  const log = pino({ level: 'silent' });
  const events = createResourceEvents({ read, steadyNow: () => clock.now, most: () => most, log });
  events.watch((one) => heard.push(one));
  const says = (client: string, message: string): void =>
    events.told(client, {
      v: 1,
      id: 'f',
      type: 'resource.event',
      resource_id: 'browser_c_0',
      event: 'log',
      data: { message },
      observed_at: 7,
    } as FrameOf<'resource.event'>);
  const messages = async (): Promise<readonly unknown[]> => {
    await Promise.resolve();
    await Promise.resolve();
    return heard.map(({ data }) => ('message' in data ? data.message : data));
  };
  return { clock, says, messages, heard };
}

describe('what happens to a resource', () => {
  it('is told by who holds the resource alone', async () => {
    const { says, messages, heard } = world(20);
    says('other', 'from elsewhere');
    says('holder', 'clicked');
    expect(await messages()).toEqual(['clicked']);
    expect(heard[0]).toMatchObject({ event: 'resource.log', chat_session_id: 'c', at: 7 });
  });

  it('is told so often a second, and what comes faster is dropped', async () => {
    const { clock, says, messages } = world(2);
    for (const message of ['a', 'b', 'c']) says('holder', message);
    expect(await messages()).toEqual(['a', 'b']);
    clock.now += 1_000;
    says('holder', 'd');
    expect(await messages()).toEqual(['a', 'b', 'd']);
  });
});
