import { beforeEach, expect, test } from 'vitest';

import {
  areModelOrigins,
  forgetModelOrigins,
  isOrigin,
  keepModelOrigin,
  modelOrigins,
  type ModelStorage,
} from '../../../extension/messages/model-origins.ts';

const CHAT = 'https://chat.example';
const API = 'https://api.example:8443';

let kept: Map<string, unknown>;
let storage: ModelStorage;
beforeEach(() => {
  kept = new Map();
  storage = {
    get: (key) =>
      Promise.resolve(
        Object.fromEntries([...kept].filter(([name]) => key === null || key === name)),
      ),
    set(items) {
      for (const [key, value] of Object.entries(items)) kept.set(key, value);
      return Promise.resolve();
    },
    remove(keys) {
      for (const key of keys) kept.delete(key);
      return Promise.resolve();
    },
  };
});

test('what a person named counts for that pair of origins alone', async () => {
  await keepModelOrigin(storage, CHAT, API);
  expect(await modelOrigins(storage, CHAT)).toEqual([API]);
  for (const other of [API, 'http://chat.example', 'https://chat.example:444', `${CHAT}.evil`]) {
    expect(await modelOrigins(storage, other)).toEqual([]);
  }
  const changes = Object.fromEntries(kept);
  expect([areModelOrigins(changes, CHAT), areModelOrigins(changes, API)]).toEqual([true, false]);
});

test('what is named twice stands once, and what was named last stands first', async () => {
  for (const origin of [API, 'https://b.example', API])
    await keepModelOrigin(storage, CHAT, origin);
  expect(await modelOrigins(storage, CHAT)).toEqual([API, 'https://b.example']);
});

test('it ends with the leave to watch the page’s site, and what else is kept stays', async () => {
  kept.set('taught:https://chat.example', {});
  await keepModelOrigin(storage, CHAT, API);
  await keepModelOrigin(storage, 'https://other.example', API);
  await forgetModelOrigins(storage, (page) => page !== CHAT);
  expect([...kept.keys()]).toEqual(['taught:https://chat.example', 'models:https://other.example']);
});

test.each(['https://api.example', 'http://127.0.0.1:11434', 'http://[::1]:1'])(
  '%s is an origin',
  (origin) => expect(isOrigin(origin)).toBe(true),
);

test.each([
  'https://api.example/',
  'https://API.example',
  'https://api.example:443',
  'https://me@api.example',
  'ws://api.example',
  'null',
  'blob:https://api.example',
  '',
  undefined,
  ['https://api.example'],
])('%o is none, as nobody could tell what it names', (value) => {
  expect(isOrigin(value)).toBe(false);
});

test('what stands in its place and is none counts for nothing', async () => {
  kept.set(`models:${CHAT}`, ['*', API, 7]);
  expect(await modelOrigins(storage, CHAT)).toEqual([API]);
  kept.set(`models:${CHAT}`, API);
  expect(await modelOrigins(storage, CHAT)).toEqual([]);
});
