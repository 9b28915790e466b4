import { expect, test, vi } from 'vitest';

import { platformRoutes } from '../../../../extension/background/browser/platform-routes.ts';
import { showConversation } from '../../../../extension/background/runtime/show-conversation.ts';
import { createPageDirectory } from '../../../../extension/background/runtime/page-directory.ts';
import type { Tabs } from '../../../../extension/background/ports.ts';
import { page, view } from '../builders/view.ts';

function world() {
  const shown: number[] = [];
  const opened: string[] = [];
  const show = vi.fn(async (tabId: number) => {
    shown.push(tabId);
    return tabId !== 7;
  });
  const tabs = { show, openInFront: async (url: string) => void opened.push(url) };
  const clock = { now: () => 1, after: () => () => undefined };
  const directory = createPageDirectory({} as Tabs, clock);
  const parts = () => ({
    store: { view: view({}) },
    directory,
    tabs,
    routes: platformRoutes,
  });
  return { shown, opened, directory, parts };
}

const ID = '68e0d1f2-7c50-8327-9d4a-0123456789ab';
const CHAT = { platform: 'chatgpt', remote_conversation_id: ID };
const URL = `https://chatgpt.com/c/${ID}`;
const OPEN = page({ remote_conversation_id: ID, url: URL });

test('a conversation that is open here is shown in its tab', async () => {
  const { shown, opened, directory, parts } = world();
  directory.saw(3, OPEN);
  expect(await showConversation(parts(), CHAT, URL)).toBe(true);
  expect([shown, opened]).toEqual([[3], []]);
});

test('one whose tab has just gone, or that another browser has, is opened at its address', async () => {
  const { opened, directory, parts } = world();
  directory.saw(7, OPEN);
  expect(await showConversation(parts(), CHAT, null)).toBe(true);
  const elsewhere = { platform: 'generic:chat.example', remote_conversation_id: 'x-1' };
  expect(await showConversation(parts(), elsewhere, null)).toBe(false);
  expect(opened).toEqual([URL]);
});

test('no address is opened that is not of that conversation, whoever names it', async () => {
  const { opened, parts } = world();
  for (const url of [`https://evil.example/c/${ID}`, 'javascript:alert(1)', 'file:///etc/passwd']) {
    await showConversation(parts(), CHAT, url);
  }
  expect(opened.filter((url) => !url.startsWith('https://chatgpt.com/'))).toEqual([]);
});
