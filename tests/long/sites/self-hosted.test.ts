import type { Page } from 'puppeteer-core';
import { afterEach, describe, expect, it } from 'vitest';

import { type ChatWorld, createChatWorld, DEMO } from '../../kit/chat-world.ts';
import { findCanaries } from '../../kit/find-canaries.ts';
import { hfChatUiSite } from '../../kit/hf-chat-ui-stand-in/start-hf-chat-ui-stand-in.ts';
import { lobechatSite } from '../../kit/lobechat-stand-in/start-lobechat-stand-in.ts';

let world: ChatWorld | undefined;
afterEach(async () => {
  await world?.dispose();
  world = undefined;
});

describe.each([
  ['chromium', hfChatUiSite()],
  ['firefox', hfChatUiSite()],
  ['chromium', lobechatSite()],
  ['firefox', lobechatSite()],
] as const)('in %s at software that only its page can send for', (name, site) => {
  it(`${site.platform}: the circle closes, and goes on after a reload, each message once`, async () => {
    const here = await createChatWorld(name, { site });
    world = here;
    const page = await here.openNew();
    await here.say(page, '/plain');
    const begun = (): string => here.site.log()[0]?.conversation_id ?? '';
    await here.until(
      'the conversation to be known',
      () => here.conversation(begun()) !== undefined,
    );
    const id = begun();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(
      site.conversationPath(id),
    );
    await here.settled(id, 1);
    await here.setMode(id, 'auto');

    await here.say(page, '/demo');
    await here.settled(id, 1 + DEMO.replies);
    const circle = [
      '/plain',
      '/demo',
      expect.stringMatching(/^Baton results[^]*@conductor::describe/),
      expect.stringMatching(/^Baton results[^]*@conductor::time[^]*@conductor::echo/),
      expect.stringMatching(/^Baton results[^]*@conductor::conversation\.status/),
    ];
    expect(here.received(id)).toEqual(circle);

    await sendFromOutside(here, id, 'Sent from outside.');
    await here.settled(id, 2 + DEMO.replies);
    expect(here.received(id)).toEqual([...circle, 'Sent from outside.']);

    await page.reload();
    await shows(page, 2 * (circle.length + 1));
    await sendFromOutside(here, id, 'And after a reload.');
    await here.settled(id, 3 + DEMO.replies);
    expect(here.received(id)).toEqual([...circle, 'Sent from outside.', 'And after a reload.']);
    await shows(page, 2 * (circle.length + 2));

    for (const job of here.jobs(id)) {
      expect(job).toMatchObject({ status: 'finalized', attempt_count: 1 });
    }
    expect(here.jobs(id)).toHaveLength(DEMO.toolTurns + 2);
    expect(here.site.duplicates()).toBe(0);
    expect(await findCanaries(here)).toEqual([]);
  });
});

async function sendFromOutside(here: ChatWorld, id: string, text: string): Promise<void> {
  const local = String(here.conversation(id)?.['local_conversation_id']);
  await here.conductor.ask('POST', `/v1/conversations/${local}/messages`, { text });
}

async function shows(page: Page, turns: number): Promise<void> {
  await page.waitForFunction(
    (count) =>
      document.querySelectorAll('#thread article').length === count &&
      document.querySelector('#thread article:last-child .markdown p') !== null,
    { polling: 50 },
    turns,
  );
}
