import { expect } from 'vitest';

import type { ChatWorld, WorldAtSite } from './chat-world.ts';

/** Begins a conversation through the conductor with "/plain", and sees it answered; its id at the site. */
export async function beginConversation(
  { conductor, until }: ChatWorld,
  { platform, site }: WorldAtSite,
): Promise<string> {
  let sent: unknown;
  await until('a browser that can begin one', async () => {
    sent = await conductor.ask('POST', '/v1/conversations?wait=final', {
      platform,
      text: '/plain',
    });
    return (sent as { code?: string }).code !== 'missing_route';
  });
  const id = site.log().at(-1)?.conversation_id ?? '';
  expect(sent).toMatchObject({
    timed_out: false,
    conversation: { remote_conversation_id: id },
    reply: { text: expect.stringContaining('plain reply') },
  });
  return id;
}
