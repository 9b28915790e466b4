// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';

import type { PageEvent, TapLink } from '../../../extension/content/connect-tap.ts';
import { mayBeRead, readModels } from '../../../extension/content/read-models.ts';
import type { TapCommand } from '../../../extension/messages/tap-messages.ts';

const PAGE = 'https://chat.example';
const MODEL = 'https://api.example';

const to = (url: string): PageEvent => {
  return { kind: 'request', id: 1, url, method: 'POST', body: '', header_names: '', held: false };
};

beforeEach(() => {
  const { happyDOM } = window as unknown as { happyDOM: { setURL(url: string): void } };
  happyDOM.setURL(`${PAGE}/`);
});

test.each([
  `${MODEL}:444/`,
  'http://api.example/',
  'https://api.example.evil/',
  'https://evil/https://api.example/',
  'https://api.example@evil/',
  '/v1',
  'nonsense',
])('a request to %s is heard of nowhere: nobody named that', (url) => {
  expect(mayBeRead(to(url), [PAGE, MODEL])).toBe(false);
  expect(mayBeRead(to(`${MODEL}/v1`), [PAGE, MODEL])).toBe(true);
});

test('a page is read where a person named, from the click on and until it is taken back', async () => {
  const named = [...(['', MODEL, ''] as const)];
  const told: TapCommand[] = [];
  const heard: PageEvent[] = [];
  const listeners = new Set<(changes: object) => void>();
  let say = (_event: PageEvent): void => undefined;
  const storage = {
    get: (key: string) => Promise.resolve({ [key]: [named[0]] }),
    onChanged: {
      addListener: (listener: (changes: object) => void) => void listeners.add(listener),
      removeListener: (listener: (changes: object) => void) => void listeners.delete(listener),
    },
  };
  const link: TapLink = {
    putInView: () => Promise.resolve(false),
    send: (command) => void told.push(command),
    arm: () => Promise.resolve(true),
    read: () => Promise.resolve(null),
  };
  const life = new AbortController();
  const tap = readModels((onEvent) => {
    say = onEvent;
    return link;
  }, storage)((event) => void heard.push(event), life.signal);

  for (const expected of [[], [MODEL], []]) {
    await tap.arm(1);
    expect(told.at(-1)).toEqual({ kind: 'models', origins: expected });
    say(to(`${MODEL}/v1`));
    say(to(`${PAGE}/v1`));
    expect(heard.splice(0)).toHaveLength(expected.length + 1);
    named.shift();
    for (const listener of listeners) listener({ [`models:${PAGE}`]: {} });
  }
  life.abort();
  expect(listeners.size).toBe(0);
});
