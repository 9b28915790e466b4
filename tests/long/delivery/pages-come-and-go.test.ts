import { afterEach, describe, expect, it } from 'vitest';

import { type ChatWorld, createChatWorld, DEMO } from '../../kit/chat-world.ts';

let world: ChatWorld | undefined;
afterEach(async () => {
  await world?.dispose();
  world = undefined;
});

describe.each(['chromium', 'firefox'] as const)('pages that come and go in %s', (name) => {
  it('a closed tab is opened again in the background, and the circle goes on', async () => {
    world = await createChatWorld(name);
    const { site } = world;
    const { id } = site.createConversation('closed');
    const page = await world.open(id);
    await world.setMode(id, 'auto');
    const elsewhere = await world.browser.newPage('about:blank');
    const gate = site.faults.stallNextReply(4);
    await world.say(page, 'Show me what you can do.');
    await gate.reached;
    const next = site.faults.holdNextSend('taken');
    gate.release();
    await next.reached;
    await page.close();
    next.release();
    await world.settled(id, DEMO.replies);
    expect(await elsewhere.evaluate(() => document.visibilityState)).toBe('visible');
    expect(world.received(id)).toHaveLength(1 + DEMO.toolTurns);
    expect(site.duplicates()).toBe(0);
  });

  it('an unsent draft is left as it is, and the delivery waits until it is gone', async () => {
    world = await createChatWorld(name);
    const { site, conductor } = world;
    const { id } = site.createConversation('draft');
    const page = await world.open(id);
    await world.setMode(id, 'auto');
    const gate = site.faults.stallNextReply(4);
    await world.say(page, '/echo while you write');
    await gate.reached;
    const draft = 'my own half-written thought — "quoted"';
    await page.click('#prompt-textarea');
    await page.keyboard.type(draft);
    gate.release();
    await world.until(
      'the delivery to wait for the draft',
      () =>
        conductor.query("select * from delivery_jobs where last_error_code = 'draft_present'")
          .length === 1,
    );
    const shown = () => page.$eval('#prompt-textarea', (composer) => composer.textContent);
    expect(await shown()).toBe(draft);
    expect(world.received(id)).toHaveLength(1);
    expect(world.jobs(id)).toMatchObject([{ status: 'dispatched' }]);

    await page.click('#prompt-textarea');
    await page.keyboard.down('Control');
    await page.keyboard.press('a');
    await page.keyboard.up('Control');
    await page.keyboard.press('Backspace');
    await world.settled(id, 2);
    expect(world.received(id)).toEqual([
      '/echo while you write',
      expect.stringMatching(/^Baton results[^]*while you write/),
    ]);
    expect(site.duplicates()).toBe(0);
  });

  it('a human check stops a delivery, and a person sends it on its way again in the popup', async () => {
    world = await createChatWorld(name);
    const { site, conductor } = world;
    const { id } = site.createConversation('check');
    const page = await world.open(id);
    await world.setMode(id, 'auto');
    const gate = site.faults.stallNextReply(4);
    await world.say(page, '/echo after the check');
    await gate.reached;
    site.faults.challengeNextSend();
    gate.release();
    await world.until('the delivery to fail', () => world?.jobs(id)[0]?.['status'] === 'failed');
    expect(world.jobs(id)).toMatchObject([{ last_error_code: 'challenge_required' }]);
    expect(world.received(id)).toEqual(['/echo after the check']);

    const [anchor] = conductor.query('select diagnostic_tab_id as tab from message_anchors');
    const popup = await world.browser.openPopup(Number(anchor?.['tab']));
    const retry = await popup.waitForSelector(
      '#failure-list:not([data-moved]) button[data-choice="retry"]',
    );
    expect(await popup.$eval('#failure-list .soft', (remedy) => remedy.textContent)).toBe(
      'Open the page and pass the check.',
    );
    await retry?.evaluate((button) => (button as HTMLButtonElement).click());
    await world.settled(id, 2);
    expect(world.received(id)).toEqual([
      '/echo after the check',
      expect.stringMatching(/^Baton results[^]*after the check/),
    ]);
    expect(site.duplicates()).toBe(0);
  });
});
