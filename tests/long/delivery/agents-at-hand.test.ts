import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { BROWSER_NAMES } from '../../../launcher/find-browser.ts';
import { type ChatWorld, createChatWorld } from '../../kit/chat-world.ts';
import { tabOf } from '../../kit/grant-site.ts';
import { ModelServer, type Said, type WireRequest } from '../../kit/model-server.ts';
import { startWorkSite, tellAsPopup, type WorkSite } from '../../kit/resource-pages/work-world.ts';

interface Run {
  readonly status: string;
  readonly steps: readonly { readonly text: string }[];
}

describe.for(BROWSER_NAMES)('a person with agents and %s', (name) => {
  const servers: Server[] = [];
  const dataDir = mkdtempSync(join(tmpdir(), 'baton-agents-'));
  let model: ModelServer;
  let world: ChatWorld;
  let work: WorkSite;
  let url = '';

  function say({ messages }: WireRequest): Said {
    const last = messages.at(-1);
    if (last?.role === 'tool') return { text: `It says ${last.content ?? ''}` };
    const isShown = last?.content?.startsWith('Show me') === true;
    return isShown
      ? { calls: [['browser__open-url', JSON.stringify({ url })]] }
      : { calls: [['conductor__echo', '{"text":"tea"}']] };
  }

  beforeAll(async () => {
    model = await new ModelServer(say).start();
    model.configure(dataDir);
    [world, work] = await Promise.all([
      createChatWorld(name, { conductor: { dataDir } }),
      startWorkSite(servers),
    ]);
    url = work.add('<h1>Tea</h1>');
    await world.conductor.ask('POST', '/v1/policy/rules', {
      tool: 'conductor::echo',
      decision: 'ask',
    });
  });
  afterAll(async () => {
    await world?.dispose();
    model?.stop();
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** Opens a session and has it begin; the id of its run. */
  async function begin(text: string): Promise<string> {
    const wish = { agent: 'assistant', model: 'test:small', title: 'My tea' };
    const opened = await world.conductor.ask('POST', '/v1/agent-sessions', wish);
    const path = `/v1/conversations/${(opened as { session_id: string }).session_id}/messages`;
    const sent = await world.conductor.ask('POST', path, { text });
    return (sent as { job: { job_id: string } }).job.job_id;
  }

  async function until(run: string, status: string): Promise<Run> {
    let shown: Run = { status: '', steps: [] };
    await world.until(`the run to be ${status}`, async () => {
      shown = (await world.conductor.ask('GET', `/v1/agent-runs/${run}`)) as Run;
      return shown.status === status;
    });
    return shown;
  }

  test('sees in the popup over another chat what an agent asks, and answers it there', async () => {
    const page = await world.open(world.site.createConversation('Other').id);
    const popup = await world.browser.openPopup(await tabOf(world.browser, page));
    await popup.setViewport({ width: 360, height: 640 });
    const run = await begin('Echo.');
    await popup.waitForSelector('#approvals:not([hidden])');
    const waits = await popup.$eval('#approval-list', (list) => list.textContent);
    expect(waits).toContain('conductor::echo');
    expect(waits).toContain('My tea');
    await popup.waitForSelector('#approval-list:not([data-moved])');
    await popup.click('#approval-list button[data-decision="approve"]');
    expect((await until(run, 'succeeded')).steps.at(-1)?.text).toContain('It says');
    await popup.close();
    await page.close();
  });

  test('lets an agent open a page, which then stands in a tab of the browser', async () => {
    await tellAsPopup(world.browser, {
      kind: 'popup.allow_work',
      origin: work.origin,
      chat_session_id: null,
      level: 'read',
      until: 'session',
    });
    const run = await begin('Show me the tea.');
    // It is a page of this machine: that asks, whatever the rules say.
    await until(run, 'waiting_person');
    const { items } = (await world.conductor.ask('GET', '/v1/approvals?decision=open')) as {
      items: { approval_id: string }[];
    };
    await world.conductor.ask('POST', `/v1/approvals/${items[0]?.approval_id}/decision`, {
      decision: 'approve',
    });
    expect((await until(run, 'succeeded')).steps.at(-1)?.text).toContain('"opened":"extension"');
    const shown = await world.browser.browser.waitForTarget((target) => target.url() === url);
    expect(shown.url()).toBe(url);
  });
});
