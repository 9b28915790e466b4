import type { Page } from 'puppeteer-core';

import type { ChatWorld } from './chat-world.ts';
import type { Gate } from './stand-in/send-faults.ts';

/** The person's message in `reach`, and the form of the message that answers it. */
export const ASKED = '/echo passed on';
export const RESULT = /^Baton results[^]*passed on/;

/**
 * Moments in the life of a delivery at which something can go wrong, as the site sees them. Each takes the
 * conversation there and leaves it standing at the gate.
 */
export const MOMENTS = {
  'the reply is being written': async (world, page) => {
    const gate = world.site.faults.stallNextReply(6);
    await world.say(page, ASKED);
    await gate.reached;
    return gate;
  },
  'the message is on its way to the site': (world, page) =>
    atDelivery(world, page, ({ site }) => site.faults.holdNextSend('arrival')),
  'the site has taken the message and not answered': (world, page) =>
    atDelivery(world, page, ({ site }) => site.faults.holdNextSend('taken')),
  'the answer to the message is being written': (world, page) =>
    atDelivery(world, page, ({ site }) => site.faults.stallNextReply(5)),
} as const satisfies Record<string, (world: ChatWorld, page: Page) => Promise<Gate>>;

export type Moment = keyof typeof MOMENTS;

/** The person's message is answered; the fault then set meets the delivery of the result. */
async function atDelivery(
  world: ChatWorld,
  page: Page,
  set: (world: ChatWorld) => Gate,
): Promise<Gate> {
  const gate = await beforeDelivery(world, page, set);
  await gate.reached;
  return gate;
}

/** Sets a fault for the send that the delivery will make, and lets the reply that causes it go on. */
export async function beforeDelivery<Set>(
  world: ChatWorld,
  page: Page,
  set: (world: ChatWorld) => Set,
): Promise<Set> {
  const first = world.site.faults.stallNextReply(4);
  await world.say(page, ASKED);
  await first.reached;
  const made = set(world);
  first.release();
  return made;
}
