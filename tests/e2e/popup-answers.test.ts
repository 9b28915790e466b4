import type { Page } from 'puppeteer-core';
import { afterEach, describe, expect, it } from 'vitest';

import { type ChatWorld, createChatWorld } from '../kit/chat-world.ts';
import { SAMPLED_BROWSERS } from '../kit/samples.ts';

let world: ChatWorld | undefined;
afterEach(async () => {
  await world?.dispose();
  world = undefined;
});

/** A click on what has just moved counts for nothing: as a person would, this presses again until something comes of it. */
async function press(popup: Page, button: string, effect: string, hidden = false): Promise<void> {
  await popup.waitForSelector(button);
  const came = async (): Promise<boolean> =>
    popup.waitForSelector(effect, { hidden, timeout: 2_000 }).then(
      () => true,
      () => false,
    );
  await expect
    .poll(async () => {
      await (await popup.$(button))?.click().catch(() => undefined);
      return came();
    })
    .toBe(true);
}

/** For a button whose second press would do more: a key finds it wherever the page has just moved it. */
async function pressByKey(popup: Page, button: string): Promise<void> {
  await (await popup.waitForSelector(button))?.press('Enter');
}

describe.each(SAMPLED_BROWSERS)('the popup in %s', (name) => {
  it('shows what waits for the person, and what they answer happens once', async () => {
    world = await createChatWorld(name);
    const { conductor, browser, site } = world;
    const { id } = site.createConversation('Tea');
    const page = await world.open(id);
    const delivered = (count: number) =>
      world?.until(
        'the results to be delivered',
        () => world?.jobs(id).filter(({ status }) => status === 'finalized').length === count,
      );

    // What came before the chat was in auto runs at one click.
    await world.say(page, '/echo first');
    await world.until(
      'the reply',
      () => conductor.query('select 1 from message_anchors').length === 1,
    );
    const [anchor] = conductor.query('select diagnostic_tab_id as tab from message_anchors');
    const popup = await browser.openPopup(Number(anchor?.['tab']));
    await popup.setViewport({ width: 360, height: 640 });
    await popup.waitForSelector('#held:not([hidden])');
    await popup.click('#mode label:has([value="auto"])');
    await press(popup, '#held:not([data-moved]) #held-run:not([hidden])', '#held', true);
    await delivered(1);

    await conductor.ask('POST', '/v1/policy/rules', { tool: 'conductor::echo', decision: 'ask' });
    await page.bringToFront();
    await world.say(page, '/echo hello');
    await world.until(
      'the approval',
      () => conductor.query(`select 1 from approvals where decision = 'open'`).length === 1,
    );
    await popup.bringToFront();
    await popup.waitForSelector('#approvals:not([hidden])');
    expect(await popup.$eval('#approval-list', (list) => list.textContent)).toContain(
      'conductor::echo',
    );
    expect(await popup.$eval('#approval-list .risk', (risk) => risk.textContent)).toBe('Low risk');
    // With a yes for good: the next one like it is not asked about.
    const always = '#approval-list button[data-always="true"]';
    await press(popup, '#approval-list:not([data-moved]) button[data-step="always"]', always);
    await press(
      popup,
      `#approval-list:not([data-moved]) button[data-always="true"]`,
      '#approvals',
      true,
    );
    await delivered(2);
    // The first click said yes to the whole reply.
    expect(conductor.query(`select tool_pattern from policy_rules where decision = 'run'`)).toEqual(
      [{ tool_pattern: 'conductor::echo' }],
    );
    expect(conductor.query('select decision, decided_by from approvals')).toEqual([
      { decision: 'approved', decided_by: 'popup' },
      { decision: 'approved', decided_by: 'popup' },
    ]);
    expect(world.received(id)).toEqual([
      '/echo first',
      expect.stringMatching(/^Baton results[^]*first/),
      '/echo hello',
      expect.stringMatching(/^Baton results[^]*hello/),
    ]);
    // The briefing becomes a draft: theirs to send.
    await pressByKey(popup, '#brief-put');
    await popup.waitForFunction(
      () => document.querySelector('#brief-outcome')?.textContent?.includes('Read them'),
      { polling: 50 },
    );
    expect(await page.$eval('#prompt-textarea', (field) => field.textContent)).toContain(
      '@conductor::describe',
    );
    expect(world.received(id)).toHaveLength(4);

    // What the person typed is a turn of theirs, what Baton sent is one of Baton's.
    expect(
      conductor
        .query('select author, raw_text from user_turns order by observed_at')
        .map((turn) => turn['author']),
    ).toEqual(['person', 'baton', 'person', 'baton']);

    // The web UI, signed in to answer as the popup does, and no further.
    await pressByKey(popup, '#face');
    await expect
      .poll(() => conductor.query('select scope from face_sessions'))
      .toEqual([{ scope: 'answer' }]);
  });
});
