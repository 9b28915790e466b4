import { afterEach, describe, expect, it } from 'vitest';

import { type ChatWorld, createChatWorld } from '../../kit/chat-world.ts';
import { spawnBaton } from '../../kit/run-baton.ts';

let world: ChatWorld | undefined;
afterEach(async () => {
  await world?.dispose();
  world = undefined;
});

describe.each(['chromium', 'firefox'] as const)('a person in %s', (name) => {
  it('answers from another tab what a message by the command line set going, and that comes back', async () => {
    world = await createChatWorld(name);
    const { conductor, browser, site } = world;
    const asked = site.createConversation('Asked');
    const other = site.createConversation('Other');
    const page = await world.open(asked.id);
    await world.say(page, 'Hello');
    const otherPage = await world.open(other.id);
    await world.say(otherPage, 'Hello there');
    await world.until(
      'both replies',
      () => conductor.query('select 1 from message_anchors').length === 2,
    );
    const idOf = (remote: string): string => {
      const [row] = conductor.query(
        `select local_conversation_id as id from conversations where remote_conversation_id = '${remote}'`,
      );
      return String(row?.['id']);
    };
    const [anchor] = conductor.query(
      `select diagnostic_tab_id as tab from message_anchors where conversation_key like '%${other.id}'`,
    );
    const id = idOf(asked.id);
    await conductor.ask('PUT', `/v1/conversations/${id}/mode`, { mode: 'auto' });
    await conductor.ask('POST', '/v1/policy/rules', { tool: 'conductor::echo', decision: 'ask' });

    const sent = spawnBaton(['send', id, '/echo hello', '--wait', '--data-dir', conductor.dataDir]);
    const popup = await browser.openPopup(Number(anchor?.['tab']));
    await popup.setViewport({ width: 360, height: 640 });
    await popup.waitForSelector('#approvals:not([hidden])');
    const waits = await popup.$eval('#approval-list', (list) => list.textContent);
    expect(waits).toContain('conductor::echo');
    expect(waits).toContain('Asked');
    await popup.waitForSelector('#approval-list:not([data-moved])');
    await popup.click('#approval-list button[data-decision="approve"]');

    const { code, out } = await sent;
    expect(code).toBe(0);
    expect(out).toBe('It came back: “hello”\n');
    expect(world.received(asked.id)).toEqual([
      'Hello',
      '/echo hello',
      expect.stringMatching(/^Baton results[^]*hello/),
    ]);
  });
});
