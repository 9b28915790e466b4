import { expect, test } from 'vitest';

import {
  mayBePage,
  mayBePopup,
  type Sender,
} from '../../../../extension/background/browser/judge-sender.ts';
import { platformRoutes } from '../../../../extension/background/browser/platform-routes.ts';
import type { Routes } from '../../../../extension/background/ports.ts';
import { page } from '../builders/view.ts';

const OWN: Sender = {
  extensionId: 'own',
  tabId: 1,
  frameId: 0,
  url: 'https://chatgpt.com/c/c-1',
};
const STATE = { kind: 'page.state', state: page() } as const;

function judged(sender: Partial<Sender>): boolean {
  return mayBePage({ ...OWN, ...sender }, STATE, 'own', platformRoutes);
}

test('a page speaks through the content script of its top frame', () => {
  expect(judged({})).toBe(true);
});

test.each([
  ['another extension', { extensionId: 'other' }],
  ['a frame inside the page', { frameId: 3 }],
  ['no tab', { tabId: null }],
  ['no address', { url: null }],
  ['a page of another site', { url: 'https://evil.example/c/c-1' }],
])('from %s nothing is taken', (_, sender) => {
  expect(judged(sender)).toBe(false);
});

function offered(url: string, conductor_url: string): boolean {
  const offer = { kind: 'pairing.offer', conductor_url, code: '1' } as const;
  const meet = { kind: 'pairing.meet', conductor_url } as const;
  const [mayOffer, mayMeet] = [offer, meet].map((message) =>
    mayBePage({ ...OWN, url }, message, 'own', platformRoutes),
  );
  expect(mayMeet).toBe(mayOffer);
  return mayOffer === true;
}

test('a pairing page offers its own conductor', () => {
  expect(offered('http://127.0.0.1:7717/pair#code=1', 'http://127.0.0.1:7717')).toBe(true);
});

test.each([
  ['another conductor', 'http://127.0.0.1:7717/pair', 'http://127.0.0.1:9000'],
  ['from another path', 'http://127.0.0.1:7717/other', 'http://127.0.0.1:7717'],
  ['from another host', 'http://localhost:7717/pair', 'http://localhost:7717'],
  ['from the web', 'https://evil.example/pair', 'https://evil.example'],
])('and cannot offer %s', (_, url, conductor) => {
  expect(offered(url, conductor)).toBe(false);
});

test('only own pages may speak as the popup', () => {
  const base = 'chrome-extension://own/';
  const popup = { ...OWN, url: `${base}popup.html` };
  expect(mayBePopup(popup, 'own', base)).toBe(true);
  expect(mayBePopup(OWN, 'own', base)).toBe(false);
  expect(mayBePopup({ ...popup, extensionId: 'other' }, 'own', base)).toBe(false);
});

test('a conversation is opened where it was seen, else at an address its platform makes', () => {
  const ids = new Set(['6a0f7c1e-0000-4000-8000-000000000001']);
  const [id] = ids;
  const seen = `https://chatgpt.com/g/g-p-1/c/${id}`;
  const conversationUrl = (...asked: Parameters<Routes['conversationUrl']>): string | null =>
    platformRoutes.conversationUrl(...asked);
  expect(conversationUrl('chatgpt', ids, ['https://chatgpt.com/', seen])).toBe(seen);
  expect(conversationUrl('chatgpt', ids, ['https://chatgpt.com/'])).toBe(
    `https://chatgpt.com/c/${id}`,
  );
  expect(conversationUrl('chatgpt', ids, ['https://evil.example/c/1'])).toBeNull();
  expect(conversationUrl('no-such-site', ids, [seen])).toBeNull();
});
