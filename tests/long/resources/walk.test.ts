import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { BROWSER_NAMES } from '../../../launcher/find-browser.ts';
import type { Assistant } from '../../../playground/assistant.ts';
import { type ChatWorld, createChatWorld } from '../../kit/chat-world.ts';
import { chatgptSite } from '../../kit/chatgpt-stand-in/start-chatgpt-stand-in.ts';
import { startWorkSite, tellAsPopup, type WorkSite } from '../../kit/resource-pages/work-world.ts';

const FORM = `<h1>Sign up</h1><form onsubmit="event.preventDefault(); trace('sent'); told.textContent = 'Welcome ' + who.value">
  <label>Full name <input id="who"></label><label><input type="checkbox"> News</label>
  <label>Plan <select><option>Free<option>Pro</select></label><button>Submit</button></form><p role="status" id="told"></p>`;
const ORDERS =
  '<h1>Orders</h1><table><tr><th>Order</th><th>Sum</th></tr><tr><td>#1</td><td>3.70</td></tr></table><button onclick="trace(\'more\')">More</button>';
const DRAFT = 'What the person is writing';

interface Call {
  readonly call_id: string;
  readonly status: string;
  readonly result: { readonly text: string } | null;
}

describe.for(BROWSER_NAMES)('work in pages, from its first step to its last, in %s', (name) => {
  const servers: Server[] = [];
  /** The assistant's turns, reply by reply. */
  const turns: (readonly string[])[] = [];
  let world: ChatWorld;
  let site: WorkSite;
  let form = '';
  let orders = '';
  let chat = '';
  let chatPage: Page;
  let person: Page;

  beforeAll(async () => {
    const assistant = actsInTurn(turns);
    [world, site] = await Promise.all([
      createChatWorld(name, { site: chatgptSite({ assistant }) }),
      startWorkSite(servers),
    ]);
    [form, orders] = [site.add(FORM), site.add(ORDERS)];
    chat = world.site.createConversation('walk').id;
    chatPage = await world.open(chat);
    await world.setMode(chat, 'auto');
    const { origin } = site;
    const wanted = { chat_session_id: null, level: 'act', until: 'session' } as const;
    await tellAsPopup(world.browser, { kind: 'popup.allow_work', origin, ...wanted });
    await world.until('the grant to be known', async () => {
      const { items } = (await world.conductor.ask('GET', '/v1/grants')) as { items: unknown[] };
      return items.length === 1;
    });
    person = await world.browser.newPage(site.add('<textarea></textarea>'));
    await person.bringToFront();
    await person.focus('textarea');
    await person.keyboard.type(DRAFT);
    await person.evaluate(watchFocus);
  });
  afterAll(async () => {
    await world?.dispose();
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  });

  /** As a person who lets happen whatever they are asked; resolves with what that was. */
  async function approveUntil(isOver: () => boolean): Promise<string[]> {
    const asked: string[] = [];
    await world.until('all to be done', async () => {
      const open = (await world.conductor.ask('GET', '/v1/approvals?decision=open')) as {
        items: { approval_id: string; instruction: { action: string } | null }[];
      };
      for (const { approval_id: id, instruction } of open.items) {
        asked.push(instruction?.action ?? '');
        const path = `/v1/approvals/${id}/decision`;
        await world.conductor.ask('POST', path, { decision: 'approve' });
      }
      return isOver();
    });
    return asked;
  }

  /** Nothing of the tab in front has changed: it stands as its person left it. */
  async function expectUntouched(): Promise<void> {
    const { draft, log, focused } = await person.evaluate(() => ({
      draft: document.querySelector('textarea')?.value,
      log: (globalThis as { focusLog?: string[] }).focusLog,
      focused: document.activeElement?.tagName,
    }));
    expect([draft, log, focused]).toEqual([DRAFT, [], 'TEXTAREA']);
  }

  test('a chat does it by its actions, asks before it sends, and leaves the person’s tab alone', async () => {
    turns.push(
      [`@browser::ensure::{"url":"${form}"}`, `@browser::ensure::{"url":"${orders}"}`],
      ['@browser::snapshot'],
      [
        '@browser::type::{"role":"textbox","name":"Full name","text":"Ada"}',
        '@browser::check::{"role":"checkbox","name":"News","on":true}',
        '@browser::select::{"role":"combobox","name":"Plan","values":["Pro"]}',
        '@browser::click::{"role":"button","name":"Submit"}',
      ],
      ['@browser::switchTab::{"index":1}', '@browser::extract::{"format":"json"}'],
      ['@browser::closeTab', '@browser::snapshot'],
      ['@browser::closeTab', '@browser::tabs'],
    );
    const steps = turns.length;
    await sayUnseen('Sign me up.');
    const asked = await approveUntil(() => world.received(chat).length === steps + 1);
    const [, opened, read, sent, extracted, back, closed] = world.received(chat);
    expect(opened).toContain(orders);
    expect(read).toContain('e1 textbox "Full name"');
    expect(read).toMatch(/active_tab_id/);
    expect(sent).toContain('Welcome Ada');
    expect(site.traces).toEqual(['sent']);
    expect(asked.some((action) => action.includes('click'))).toBe(true);
    expect(extracted).toContain('"rows":[["#1","3.70"]]');
    expect(back).toContain('e3 combobox "Plan" = "Pro" of 2');
    expect(closed).toContain('"tabs":[]');
    await expectUntouched();
  });

  test('a program does it over HTTP', async () => {
    const { chat_session_id: id } = (await world.conductor.ask('POST', '/v1/sessions', {
      label: 'A program',
    })) as { chat_session_id: string };
    const path = `/v1/sessions/${id}/calls?wait=25000`;
    await walk(async (verb, args) => {
      const body = { tool: `browser.${verb}`, args, judge: false };
      const call = (await world.conductor.ask('POST', path, body)) as Call;
      expect(call).toMatchObject({ status: 'succeeded' });
      return call.result?.text ?? '';
    });
    await world.conductor.ask('DELETE', `/v1/sessions/${id}`);
    await expectUntouched();
  });

  test('an MCP client does it, and its person is asked', async () => {
    const { url, dataDir } = world.conductor;
    const secret = readFileSync(join(dataDir, 'admin-secret'), 'utf8').trim();
    const headers = { authorization: `Bearer ${secret}` };
    const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), {
      requestInit: { headers },
    });
    const client = new Client({ name: 'A client', version: '0' });
    await client.connect(transport as Parameters<Client['connect']>[0]);
    const tools: Readonly<Record<string, string>> = {
      ensure: 'browser_open',
      switchTab: 'browser_switch_tab',
      closeTab: 'resource_close',
    };
    await walk(async (verb, given) => {
      const isStep = ['type', 'check', 'select', 'click'].includes(verb);
      const resource = /"resource":"([^"]+)"/.exec(await textOf('resource_list', {}))?.[1];
      const args = isStep ? { steps: [{ verb, ...given }], snapshot_after: true } : given;
      return textOf(
        isStep ? 'browser_act' : (tools[verb] ?? `browser_${verb}`),
        verb === 'closeTab' ? { resource } : args,
      );
    });
    await client.close();
    await expectUntouched();

    async function textOf(tool: string, args: object): Promise<string> {
      let isOver = false;
      const answer = client.callTool({ name: tool, arguments: { ...args } }).finally(() => {
        isOver = true;
      });
      await approveUntil(() => isOver);
      const told = (await answer) as { isError?: boolean; content: { text?: string }[] };
      const text = told.content.map((one) => one.text ?? '').join('\n');
      expect(told.isError, text).not.toBe(true);
      return text;
    }
  });

  test('what a person stops with no conductor there is not begun until they let it go on', async () => {
    const id = (
      (await world.conductor.ask('POST', '/v1/sessions', { label: 'B' })) as {
        chat_session_id: string;
      }
    ).chat_session_id;
    const call = (tool: string, args: object, waitMs: number): Promise<Call> =>
      world.conductor.ask('POST', `/v1/sessions/${id}/calls?wait=${waitMs}`, {
        tool,
        args,
        judge: false,
      }) as Promise<Call>;
    expect(await call('browser.ensure', { url: orders }, 25_000)).toMatchObject({
      status: 'succeeded',
    });
    await world.conductor.kill9();
    await tellAsPopup(world.browser, { kind: 'popup.stop_work', stop: true });
    await world.conductor.start();
    const before = site.traces.length;
    const press = { role: 'button', name: 'More' };
    const { call_id: stopped } = await call('browser.click', press, 5_000);
    expect(site.traces.length).toBe(before);
    await tellAsPopup(world.browser, { kind: 'popup.stop_work', stop: false });
    await world.until('the call to end', async () => {
      const { status } = (await world.conductor.ask('GET', `/v1/calls/${stopped}`)) as Call;
      return status === 'succeeded';
    });
    expect(site.traces.length).toBe(before + 1);
  });

  /** The same work, however it is asked for. */
  async function walk(use: (verb: string, args: object) => Promise<string>): Promise<void> {
    const before = site.traces.length;
    await use('ensure', { url: form });
    await use('ensure', { url: orders });
    expect(await use('snapshot', {})).toContain('e1 textbox "Full name"');
    await use('type', { ref: 'e1', text: 'Ada' });
    expect(await use('click', { role: 'button', name: 'Submit' })).toContain('Welcome Ada');
    await use('switchTab', { index: 1 });
    expect(await use('extract', { format: 'json' })).toContain('"rows":[["#1","3.70"]]');
    await use('closeTab', {});
    expect(site.traces.length).toBe(before + 1);
  }

  /** Types and sends while another tab is in front, as a person did before they went there. */
  async function sayUnseen(text: string): Promise<void> {
    await chatPage.bringToFront();
    await world.say(chatPage, text);
    await person.bringToFront();
    await person.focus('textarea');
    await person.evaluate(watchFocus);
  }
});

/** Runs in the page: notes when the focus, or being in front, goes or comes. */
function watchFocus(): void {
  const scope = globalThis as { focusLog?: string[]; focusWatch?: AbortController };
  scope.focusWatch?.abort();
  const watch = (scope.focusWatch = new AbortController());
  const log: string[] = (scope.focusLog = []);
  const note = ({ type }: Event): void => void log.push(type);
  const { signal } = watch;
  document.addEventListener('visibilitychange', note, { signal });
  for (const type of ['focus', 'blur']) addEventListener(type, note, { signal });
  for (const type of ['focusin', 'focusout', 'input', 'scroll'])
    document.addEventListener(type, note, { signal, capture: true });
}

/** Writes the next actions with each of its replies. */
function actsInTurn(turns: readonly (readonly string[])[]): Assistant {
  return {
    async *reply(history) {
      const actions = turns[history.filter(({ role }) => role === 'assistant').length];
      yield actions === undefined ? 'Done.' : `\`\`\`baa\n${actions.join('\n')}\n\`\`\``;
    },
  };
}
