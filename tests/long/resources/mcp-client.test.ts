import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { Server } from 'node:http';

import { afterAll, expect, onTestFinished, test } from 'vitest';

import { startWorkSite } from '../../kit/resource-pages/work-world.ts';
import { runConductor } from '../../kit/running-conductor.ts';

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

test('an MCP client works in a page and a terminal of a worker, as a person allows it', async () => {
  const site = await startWorkSite(servers);
  const page = site.add(`<h1>One</h1><button onclick="trace('pressed')">Do</button>`);
  const conductor = await runConductor();
  const ask = async <Answer>(method: string, path: string, body?: object): Promise<Answer> =>
    (await (await conductor.admin(method, path, body)).json()) as Answer;
  const headers = { authorization: `Bearer ${conductor.adminSecret}` };
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', conductor.url), {
    requestInit: { headers },
  });
  const client = new Client({ name: 'A client', version: '0' });
  await client.connect(transport as Parameters<Client['connect']>[0]);
  onTestFinished(() => client.close());

  /** Allows whatever is asked until the tool has answered. */
  async function use(name: string, args: Record<string, unknown>): Promise<CallToolResult> {
    let isOver = false;
    const answer = client.callTool({ name, arguments: args }).finally(() => (isOver = true));
    await expect
      .poll(
        async () => {
          const path = '/v1/approvals?decision=open';
          const { items } = await ask<{ items: { approval_id: string }[] }>('GET', path);
          for (const { approval_id: id } of items)
            await ask('POST', `/v1/approvals/${id}/decision`, { decision: 'approve' });
          return isOver;
        },
        { timeout: 60_000 },
      )
      .toBe(true);
    const told = (await answer) as CallToolResult;
    expect(told).not.toMatchObject({ isError: true });
    return told;
  }
  const textOf = ({ content }: CallToolResult): string =>
    content.map((one) => (one.type === 'text' ? one.text : '')).join('\n');

  await use('browser_open', { url: page, in: 'cdp' });
  const shown = textOf(await use('browser_snapshot', {}));
  expect(shown).toContain('e1 button "Do"');
  await use('browser_act', { steps: [{ verb: 'click', ref: 'e1' }] });
  expect(site.traces).toEqual(['pressed']);
  const { content } = await use('browser_screenshot', {});
  expect(content).toContainEqual(expect.objectContaining({ type: 'image' }));
  expect(textOf(await use('terminal_run', { command: 'echo $((6 * 7))' }))).toContain('42');
});
