// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';

import { AskedElsewhere } from '../../../extension/content/asked-elsewhere.ts';

const MODEL = 'https://api.example';

let sought: unknown[];
let changes: number;
let elsewhere: AskedElsewhere;
beforeEach(() => {
  const { happyDOM } = window as unknown as { happyDOM: { setURL(url: string): void } };
  happyDOM.setURL('https://chat.example/');
  sought = [];
  changes = 0;
  elsewhere = new AskedElsewhere(
    (command) => void sought.push(command),
    () => (changes += 1),
  );
});

test('nothing is known of where a page asks before a message was sent in it', () => {
  elsewhere.told(MODEL);
  elsewhere.seek(' \n');
  elsewhere.told(MODEL);
  expect([elsewhere.origins, sought, changes]).toEqual([[], [], 0]);
});

test('a message is sought as a whole, as it stands in JSON', () => {
  elsewhere.seek('Say "hi"\n');
  expect(sought).toEqual([{ kind: 'seek', text: String.raw`"Say \"hi\""` }]);
});

test('the last few origins stand there once, until a reply was read', () => {
  elsewhere.seek('hello');
  for (const host of ['a', 'b', 'b', 'c', 'd']) elsewhere.told(`https://${host}.example`);
  expect(elsewhere.origins).toEqual(['b', 'c', 'd'].map((host) => `https://${host}.example`));
  elsewhere.answered();
  elsewhere.told(MODEL);
  expect([elsewhere.origins, changes]).toEqual([[], 5]);
  elsewhere.seek('again');
  elsewhere.told(MODEL);
  expect(elsewhere.origins).toEqual([MODEL]);
});

test.each(['https://chat.example', 'https://api.example/v1', 'javascript:', ''])(
  'that a page is said to ask at %o is no news',
  (origin) => {
    elsewhere.seek('hello');
    elsewhere.told(origin);
    expect(elsewhere.origins).toEqual([]);
  },
);
