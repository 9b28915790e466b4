import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { prepareFirefoxProfile } from '../../launcher/firefox-profile.ts';

function profile(): string {
  const dir = mkdtempSync(join(tmpdir(), 'baton-profile-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return join(dir, 'profile');
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('a new profile is private and gets a UUID of its own', () => {
  const dir = profile();
  expect(prepareFirefoxProfile(dir)).toMatch(UUID);
  expect(prepareFirefoxProfile(profile())).not.toBe(prepareFirefoxProfile(dir));
  expect(statSync(dir).mode & 0o777).toBe(0o700);
});

test('the UUID stays, with and without what Firefox wrote down', () => {
  const dir = profile();
  const uuid = prepareFirefoxProfile(dir);
  expect(prepareFirefoxProfile(dir)).toBe(uuid);

  const other = '12345678-1234-4234-8234-123456789012';
  const written = JSON.stringify({ 'other@add.on': other, 'baton@baton.invalid': uuid });
  writeFileSync(
    join(dir, 'prefs.js'),
    `// Mozilla User Preferences\nuser_pref("extensions.webextensions.uuids", ${JSON.stringify(written)});\n`,
  );
  expect(prepareFirefoxProfile(dir)).toBe(uuid);
  expect(readFileSync(join(dir, 'user.js'), 'utf8')).toContain(other);
});

test('further preferences are written as JavaScript literals', () => {
  const dir = profile();
  prepareFirefoxProfile(dir, { 'a.text': 'say "hi"', 'a.number': 3, 'a.switch': true });
  const lines = readFileSync(join(dir, 'user.js'), 'utf8').split('\n');
  expect(lines).toContain('user_pref("a.text", "say \\"hi\\"");');
  expect(lines).toContain('user_pref("a.number", 3);');
  expect(lines).toContain('user_pref("a.switch", true);');
});
