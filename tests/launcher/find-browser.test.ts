import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findBrowser } from '../../launcher/find-browser.ts';

const dir = mkdtempSync(join(tmpdir(), 'baton-find-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function executable(folder: string, name: string, mode = 0o755): string {
  mkdirSync(join(dir, folder), { recursive: true });
  const file = join(dir, folder, name);
  writeFileSync(file, '#!/bin/sh\n');
  chmodSync(file, mode);
  return file;
}

const path = (...folders: string[]): string =>
  folders.map((folder) => join(dir, folder)).join(delimiter);

test('a browser goes by several names, and the better name wins over the earlier folder', () => {
  executable('a', 'google-chrome');
  const chromium = executable('b', 'chromium');
  expect(findBrowser('chromium', { PATH: path('a', 'b') })).toBe(chromium);
  const esr = executable('b', 'firefox-esr');
  expect(findBrowser('firefox', { PATH: path('a', 'b') })).toBe(esr);
});

test('a folder or a plain file of that name is no browser', () => {
  executable('plain', 'chromium', 0o644);
  mkdirSync(join(dir, 'folder', 'chromium'), { recursive: true });
  expect(findBrowser('chromium', { PATH: path('plain', 'folder') })).toBeNull();
});

test('the variable wins over PATH, and a wrong one is refused by name', () => {
  executable('c', 'firefox');
  const mine = executable('mine', 'my-firefox');
  expect(findBrowser('firefox', { PATH: path('c'), BATON_FIREFOX: mine })).toBe(mine);
  expect(() => findBrowser('firefox', { PATH: path('c'), BATON_FIREFOX: '/nowhere' })).toThrow(
    'BATON_FIREFOX names /nowhere',
  );
});

test('without PATH nothing is found', () => {
  expect(findBrowser('chromium', {})).toBeNull();
});
