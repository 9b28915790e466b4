import type { Server } from 'node:http';

import type { Page } from 'puppeteer-core';
import { afterEach, describe, expect, test } from 'vitest';

import { BROWSER_NAMES } from '../../../launcher/find-browser.ts';
import type { Assistant } from '../../../playground/assistant.ts';
import { type Playground, startPlayground } from '../../../playground/server.ts';
import { type ChatWorld, createChatWorld } from '../../kit/chat-world.ts';
import { findCanaries } from '../../kit/find-canaries.ts';
import { startWorkSite, tellAsPopup } from '../../kit/resource-pages/work-world.ts';

const CANARIES = ['canary-typed', 'canary-toggled', 'canary-card', 'canary-hidden'];
const FORM = `<h1>Orders</h1><label>Note <input id="note" oninput="document.querySelector('#shown').type = 'text'"></label>
  <input type="password" value="canary-typed"><input id="shown" type="password" value="canary-toggled">
  <input autocomplete="cc-number" value="canary-card">
  <p style="position:absolute;left:-9999px">canary-hidden</p>
  <button onclick="trace('sent'); document.querySelector('[role=status]').textContent = 'Sent ' + document.querySelector('#note').value">Send</button>
  <p role="status"></p>`;

const servers: Server[] = [];
let world: ChatWorld | undefined;
let playground: Playground | undefined;
afterEach(async () => {
  await world?.dispose();
  world = undefined;
  await playground?.close();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

describe.for(BROWSER_NAMES)('a chat of the playground in %s', (name) => {
  test('T11: opens, reads, writes, presses, extracts and closes a page, as its person allows in the popup, and no secret of it goes anywhere', async () => {
    const site = await startWorkSite(servers);
    const url = site.add(FORM);
    const lines = [
      [`@browser::ensure::${JSON.stringify({ url })}`],
      ['@browser::snapshot'],
      [
        '@browser::type::{"role":"textbox","name":"Note","text":"two"}',
        '@browser::click::{"role":"button","name":"Send"}',
      ],
      ['@browser::find::{"text":"canary"}', '@browser::extract'],
      ['@browser::closeTab'],
    ];
    world = await createChatWorld(name);
    const { conductor } = world;
    const chats = await startPlayground({ port: 0, delayMs: 0, assistant: actsInTurn(lines) });
    playground = chats;
    const { id } = chats.createConversation('Orders');
    const page = await world.browser.newPage(`${chats.url}/c/${id}`);
    const known = (): Record<string, unknown> | undefined =>
      conductor.query('select * from conversations where remote_conversation_id = ?', id)[0];
    await world.until('the chat to be watched', () => known() !== undefined);
    await conductor.admin.setMode(String(known()?.['local_conversation_id']), 'auto');
    const received = (): string[] => chats.log().map(({ text }) => text);
    // A browser holds pages from the first site on that its person has allowed.
    const other = {
      kind: 'popup.allow_work',
      origin: 'https://other.example',
      chat_session_id: null,
      level: 'read',
      until: 'session',
    } as const;
    await tellAsPopup(world.browser, other);
    await world.until('the browser to be one that holds pages', async () => {
      const { items } = (await conductor.ask('GET', '/v1/grants')) as { items: unknown[] };
      return items.length === 1;
    });
    await page.bringToFront();
    await page.type('#message', 'Send the note.');
    await page.keyboard.press('Enter');
    const popup = await world.browser.openPopup();
    const pressed: string[] = [];
    await world.until('all to be done', async () => {
      pressed.push(...(await allowAll(popup)));
      return received().length === lines.length + 1;
    });
    const [, opened, snapshot, acted, extract, closed] = received();
    expect(opened).toContain('"url"');
    expect(snapshot).toContain('e1 textbox "Note"');
    expect(snapshot).toContain(', untrusted text:');
    expect(acted).toContain(String.raw`status \"Sent two\"`);
    expect(extract).toContain('# Orders');
    expect(closed).toContain('closed');
    expect(site.traces).toEqual(['sent']);
    // The site by a grant, and what sends by an answer of its own.
    expect(pressed).toContain('grant');
    expect(pressed).toContain('approve');
    expect(await findCanaries(world, CANARIES)).toEqual([]);
    expect(received().join('\n')).not.toMatch(/canary-(?:typed|toggled|card|hidden)/);
  });
});

/** Writes the next actions with each of its replies. */
function actsInTurn(lines: readonly (readonly string[])[]): Assistant {
  return {
    async *reply(history) {
      const said = history.filter(({ role }) => role === 'assistant').length;
      const actions = lines[said];
      yield actions === undefined ? 'Done.' : `\`\`\`baa\n${actions.join('\n')}\n\`\`\``;
    },
  };
}

/** As a person who says yes to all they are shown. */
function allowAll(popup: Page): Promise<string[]> {
  return popup.evaluate(() => {
    const grants = [
      ...document.querySelectorAll<HTMLButtonElement>('[data-grant-until="session"]'),
    ];
    const answers = [
      ...document.querySelectorAll<HTMLButtonElement>('[data-decision="approve"]'),
    ].filter((button) => button.dataset['always'] !== 'true');
    const isMoved = document.querySelector('#approval-list[data-moved]') !== null;
    const [first] = [...grants, ...answers].filter((button) => !button.disabled && !isMoved);
    first?.click();
    if (first === undefined) return [];
    return [first.dataset['grantUntil'] === undefined ? 'approve' : 'grant'];
  });
}
