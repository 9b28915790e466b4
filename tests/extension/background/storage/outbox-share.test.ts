import { expect, test } from 'vitest';

import type { ObservedTurn } from '../../../../extension/messages/page-messages.ts';
import { ShareFull } from '../../../../extension/background/storage/outbox-share.ts';
import { reply } from '../builders/view.ts';
import { SimWorld } from '../simulation/sim-world.ts';

const turn = (n: number, more: Partial<ObservedTurn> = {}): ObservedTurn => ({
  platform: 'generic:talks.example',
  remote_conversation_id: 'c-1',
  aliases: [],
  user_message_id: `turn-${n}`,
  raw_text: 'Hello.',
  observed_at: n,
  ...more,
});

test('as much of a site as a person can have said waits for a conductor that is away, and other sites go on', async () => {
  const world = new SimWorld();
  await world.pair();
  world.conductor.mute = true;
  const background = await world.start();
  const tell = (one: ObservedTurn) => background.page(1, { kind: 'page.turn', turn: one });
  for (let n = 0; n < 500; n += 1) await tell(turn(n));
  await expect(tell(turn(500))).rejects.toThrow(ShareFull);
  const flood = reply({ platform: 'generic:talks.example', assistant_message_id: 'r' });
  await expect(background.page(1, { kind: 'page.reply', reply: flood })).rejects.toThrow(ShareFull);
  await expect(tell(turn(501, { platform: 'generic:other.example' }))).resolves.toEqual({
    stored: true,
  });
  const long = { platform: 'generic:long.example', raw_text: 'x'.repeat(1_000_000) };
  for (let n = 0; n < 8; n += 1) await tell(turn(n, long));
  await expect(tell(turn(8, long))).rejects.toThrow(ShareFull);
});
