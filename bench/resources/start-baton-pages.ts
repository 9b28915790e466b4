import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';

import type { ConductorUnderLoad } from '../baton/start-conductor-under-load.ts';
import { connectClient, found, type PageProgram } from './page-program.ts';

const ASKED_EVERY_MS = 50;

const Session = z.object({ chat_session_id: z.string() });
const Call = z.object({
  call_id: z.string(),
  status: z.string(),
  result: z.object({ text: z.string() }).nullable(),
  error: z.object({ code: z.string(), text: z.string() }).nullable(),
});
const Approvals = z.object({ items: z.array(z.object({ approval_id: z.string() })) });

/**
 * A session of a program in a worker's browser, through all of Baton. It asks over HTTP for what a person's own programs
 * may ask: over MCP each act would wait for that person.
 */
export async function startBatonPages(
  conductor: ConductorUnderLoad,
  where: 'cdp' | 'bidi' = 'cdp',
): Promise<PageProgram> {
  const authorization = `Bearer ${conductor.adminSecret}`;
  async function ask(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${conductor.url}${path}`, {
      method,
      headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return response.json();
  }
  const made = Session.parse(await ask('POST', '/v1/sessions', { label: 'A program' }));
  const path = `/v1/sessions/${made.chat_session_id}`;
  /** The person allows the site once to be read, and once to be acted in. */
  async function use(tool: string, args: object): Promise<string> {
    let call = Call.parse(
      await ask('POST', `${path}/calls?wait=2000`, { tool, args, judge: false }),
    );
    while (call.status !== 'succeeded') {
      if (call.error !== null) throw new Error(`${tool}: ${call.error.code} ${call.error.text}`);
      const { items } = Approvals.parse(await ask('GET', '/v1/approvals?decision=open'));
      for (const { approval_id: id } of items)
        await ask('POST', `/v1/approvals/${id}/decision`, { decision: 'approve' });
      await pause(ASKED_EVERY_MS);
      call = Call.parse(await ask('GET', `/v1/calls/${call.call_id}`));
    }
    return call.result?.text ?? '';
  }

  const client = await connectClient(
    new StreamableHTTPClientTransport(new URL('/mcp', conductor.url), {
      requestInit: { headers: { authorization } },
    }) as Transport,
  );
  const { tools } = client;
  await client.close();
  let isOpen = false;
  return {
    tools,
    forPages: /^(?:browser|resource|terminal)_/,
    async go(url) {
      if (isOpen) await use('browser.navigate', { url });
      else await use('browser.ensure', { url, in: where });
      isOpen = true;
    },
    snapshot: () => use('browser.snapshot', {}),
    refOf: (snapshot, role, name) => found(new RegExp(`(\\w+) ${role} "${name}"`), snapshot),
    click: async (ref) => void (await use('browser.click', { ref })),
    type: async (ref, text) => void (await use('browser.type', { ref, text })),
    select: async (ref, option) => void (await use('browser.select', { ref, values: [option] })),
    hover: async (ref) => void (await use('browser.hover', { ref })),
    press: async (key) => void (await use('browser.press', { key })),
    stop: async () => void (await ask('DELETE', path)),
  };
}
