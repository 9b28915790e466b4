import { expect, test } from 'vitest';

import { optionsState } from '../../../../extension/background/diagnostics/options-state.ts';
import { diagnosticReport } from '../../../../extension/background/diagnostics/report.ts';
import { switchSite } from '../../../../extension/background/runtime/switched-sites.ts';
import { attempt, meta, NOW, page, runtime, view } from '../builders/view.ts';

const SECRETS = {
  platform: 'open-webui:chat.secret-host.example',
  remote_conversation_id: 'secret-conversation',
};
const LINK = {
  status: 'offline',
  conductor_url: 'http://127.0.0.1:7717',
  error: { code: 'unauthorized', text: 'secret-reason' },
  waiting: 2,
  versions: null,
} as const;
const introduction = { browser: { name: 'firefox', version: '153' }, extension_version: '0.1.0' };

function world(hmac_key = 'key') {
  const rows = view({
    meta: meta({ hmac_key }),
    runtimes: [runtime({ ...SECRETS, runtime_key: 'k', title: 'secret-title' })],
    attempts: [
      attempt({
        ...SECRETS,
        status: 'failed',
        message_text: 'secret-message',
        error_code: 'send_rejected',
        error_message: 'secret-error',
        diagnostic_page_url: 'https://chat.secret-host.example/c/secret-conversation',
      }),
    ],
  });
  const pages = new Map([
    [
      1,
      page({
        ...SECRETS,
        title: 'secret-title',
        url: 'https://chat.secret-host.example/c/secret-conversation',
        aliases: ['secret-alias'],
        problem: { code: 'adapter_drift', text: 'The composer was not found: #chat-input' },
      }),
    ],
  ]);
  return { view: rows, link: LINK, pages, introduction, now: NOW };
}

test('a report tells what went wrong and nothing a person would mind', async () => {
  const text = await diagnosticReport(world());
  expect(text).not.toMatch(/secret|7717|client-1|x{32}/);
  expect(JSON.parse(text)).toMatchObject({
    baton: '0.1.0',
    link: { status: 'offline', error: 'unauthorized', waiting: 2, paired: true },
    pages: [
      {
        site: 'open-webui',
        problem: 'adapter_drift',
        sought: 'The composer was not found: #chat-input',
      },
    ],
    attempts: [{ site: 'open-webui', status: 'failed', error: 'send_rejected' }],
    runtimes: { stale: 1 },
  });
});

test('a conversation has one fingerprint in a report, and another in another installation', async () => {
  const read = async (key: string): Promise<unknown[]> => {
    const { pages, attempts } = JSON.parse(await diagnosticReport(world(key))) as Record<
      'pages' | 'attempts',
      { conversation: string }[]
    >;
    return [...(pages ?? []), ...(attempts ?? [])].map(({ conversation }) => conversation);
  };
  const [here, alsoHere] = await read('key');
  const [elsewhere] = await read('other key');
  expect(here).toMatch(/^[0-9a-f]{12}$/);
  expect(alsoHere).toBe(here);
  expect(elsewhere).not.toBe(here);
});

test('every adapter is shown with what it can do, and the one that was switched off as off', () => {
  const before = view({});
  const change = switchSite(before, 'claude', false);
  const after = view({ meta: change.put?.meta?.[0] ?? meta() });
  const { sites } = optionsState(after, LINK, new Map([[1, page()]]), null);
  expect(sites.filter(({ enabled }) => !enabled).map(({ name }) => name)).toEqual(['claude']);
  expect(sites.find(({ name }) => name === 'chatgpt')).toMatchObject({
    where: ['https://chatgpt.com/*'],
    can: { replay: false, history: true, begin: true },
    pages: 1,
    problem: null,
  });
  expect(sites.length).toBeGreaterThan(15);
  expect(switchSite(after, 'claude', true).put?.meta?.[0]?.sites_off).toEqual([]);
});
