// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { h } from 'preact';
import { afterEach, beforeAll, expect, it } from 'vitest';

import type { WaitingApproval } from '../../../extension/messages/popup-messages.ts';
import { GrantQuestion } from '../../../extension/popup/grant-question.tsx';
import type { PopupTab } from '../../../extension/popup/popup-tab.ts';
import { installWords } from '../../kit/install-words.ts';
import { click, drawnPage, type DrawnPage } from '../../extension/drawn-page.ts';

let page: DrawnPage;
beforeAll(() => installWords());
afterEach(() => page.end());

const question = (origin: string): WaitingApproval =>
  ({
    approval_id: 'a',
    kind: 'permission',
    action: 'browser::click',
    risk: 'medium',
    params: '{}',
    platform: 'chatgpt',
    remote_conversation_id: 'c-1',
    title: 'A chat',
    page_url: null,
    is_here: true,
    subject: {
      kind: 'grant',
      id: 'g',
      origin,
      level: 'act',
      chat_session_id: 's',
      resource_id: null,
      element: null,
      words: null,
    },
  }) as never;

it.each([
  'https://good.example@evil.example',
  'https://good.example:443@evil.example/',
  'https://evil.example/?https://good.example',
  'https://evil.example\\good.example',
  'https://evil。example/good.example',
  'https://ev\u00adil.example',
  'https:evil.example',
  'HTTPS://EVIL.EXAMPLE:443/good',
  ' https://evil.example ',
])('the site that a person is asked about is the one that they allow: %s', async (origin) => {
  const asked: URL[] = [];
  const tab: PopupTab = {
    id: 7,
    address: new URL('https://chatgpt.com/c/c-1'),
    isGranted: signal(true),
    grant: () => Promise.resolve(),
    letWork: (site) => {
      asked.push(site);
      return Promise.resolve(true);
    },
    reload: () => Promise.resolve(),
    teach: () => Promise.resolve(),
    models: signal([]),
    readModel: () => Promise.resolve(),
  };
  page = drawnPage(h(GrantQuestion, { approval: question(origin), tab }));
  const said = document.body.textContent;
  const press = document.querySelector<HTMLElement>('[data-grant-until="session"]');
  if (press === null) throw new Error('nothing to press');
  click(press);
  await expect.poll(() => asked.map((site) => site.origin)).toEqual(['https://evil.example']);
  expect(said).toContain('https://evil.example');
  expect(said).not.toContain('good');
  expect(said).not.toContain('@');
});
