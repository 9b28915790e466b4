import type { Server } from 'node:http';

import { afterAll, describe, expect, test } from 'vitest';

import { startWorkSite } from '../../kit/resource-pages/work-world.ts';
import { runConductor } from '../../kit/running-conductor.ts';

interface Call {
  readonly call_id: string;
  readonly status: string;
  readonly result: { readonly text: string } | null;
  readonly error: { readonly code: string } | null;
}

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

describe.for(['cdp', 'bidi'] as const)('a site in a browser of a worker, by %s', (adapter) => {
  test('is opened once a person allows it, for that chat, and acted in with one more yes', async () => {
    const site = await startWorkSite(servers);
    const page = site.add(`<h1>One</h1><button onclick="trace('pressed')">Do</button>`);
    const conductor = await runConductor();
    const ask = async <Answer>(method: string, path: string, body?: object): Promise<Answer> =>
      (await (await conductor.admin(method, path, body)).json()) as Answer;
    const { chat_session_id: chat } = await ask<{ chat_session_id: string }>(
      'POST',
      '/v1/sessions',
      { label: 'A program' },
    );
    const calls = `/v1/sessions/${chat}/calls`;
    const run = async (tool: string, args: object, waitMs: number): Promise<Call> =>
      ask('POST', `${calls}?wait=${waitMs}`, { tool, args, judge: false });
    const ended = async (id: string): Promise<Call> => {
      await expect
        .poll(async () => (await ask<Call>('GET', `/v1/calls/${id}`)).status)
        .toMatch(/succeeded|failed/);
      return ask('GET', `/v1/calls/${id}`);
    };
    /** Allows what is asked next, and returns what that was. */
    const allow = async (): Promise<unknown> => {
      const open = async () =>
        (await ask<{ items: { approval_id: string; subject: object }[] }>('GET', '/v1/approvals'))
          .items[0];
      await expect.poll(open).toBeDefined();
      const question = await open();
      const path = `/v1/approvals/${question?.approval_id ?? ''}/decision`;
      await ask('POST', path, { decision: 'approve' });
      return question?.subject;
    };

    const opened = await run('browser.ensure', { url: page, in: adapter }, 0);
    expect(await allow()).toMatchObject({ kind: 'grant', origin: site.origin, level: 'read' });
    expect(await ended(opened.call_id)).toMatchObject({ status: 'succeeded', error: null });
    const snapshot = await run('browser.snapshot', {}, 60_000);
    expect(snapshot.result?.text).toContain('e1 button "Do"');

    const clicked = await run('browser.click', { ref: 'e1' }, 0);
    expect(await allow()).toMatchObject({ kind: 'grant', origin: site.origin, level: 'act' });
    expect(await ended(clicked.call_id)).toMatchObject({ status: 'succeeded', error: null });
    expect(site.traces).toEqual(['pressed']);
    const { items } = await ask<{ items: { level: string }[] }>('GET', '/v1/grants');
    expect(items.map(({ level }) => level).sort()).toEqual(['act', 'read']);
  });
});
