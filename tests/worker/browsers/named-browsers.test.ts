import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { adapterOf, readNamedBrowsers } from '../../../worker/browsers/named-browsers.ts';
import { tempDir } from '../../kit/running-conductor.ts';

function read(said: unknown): ReturnType<typeof readNamedBrowsers> {
  const file = join(tempDir(), 'browsers.json');
  writeFileSync(file, typeof said === 'string' ? said : JSON.stringify(said));
  return readNamedBrowsers(file);
}

describe('the browsers that a person names for a worker', () => {
  test('are opened by it or attached to, and none are named where the file is not there', () => {
    const named = read([
      { name: 'work', launch: { profile: '/home/me/profile' }, origins: ['https://example.org'] },
      { name: 'fox', launch: { browser: 'firefox', headless: false } },
      { name: 'mine', cdp: 'http://127.0.0.1:9222' },
      { name: 'far', bidi: 'wss://browsers.example/session' },
    ]);
    expect(named.ok && named.value.map((one) => [one.name, adapterOf(one), one.origins])).toEqual([
      ['work', 'cdp', ['https://example.org']],
      ['fox', 'bidi', []],
      ['mine', 'cdp', []],
      ['far', 'bidi', []],
    ]);
    expect(readNamedBrowsers(join(tempDir(), 'browsers.json'))).toEqual({ ok: true, value: [] });
  });

  test.each([
    ['no JSON', '[', /browsers\.json: /],
    ['a name that means something else', [{ name: 'cdp', launch: {} }], /0\.name/],
    ['nothing to open', [{ name: 'a' }], /names one of launch, cdp and bidi/],
    ['two ways', [{ name: 'a', launch: {}, cdp: 'http://127.0.0.1:1' }], /names one of/],
    [
      'a port of another machine, in the clear',
      [{ name: 'a', cdp: 'http://10.0.0.1:1' }],
      /0\.cdp/,
    ],
    [
      'a site with a path',
      [{ name: 'a', launch: {}, origins: ['https://a.example/b'] }],
      /origins/,
    ],
    [
      'one name twice',
      [
        { name: 'a', launch: {} },
        { name: 'a', launch: {} },
      ],
      /once/,
    ],
    ['a word that nobody knows', [{ name: 'a', launch: { sandbox: false } }], /0\.launch/],
  ])('are refused with %s, and it is said where', (_what, said, where) => {
    const named = read(said);
    expect(named.ok ? '' : named.error).toMatch(where);
  });
});
