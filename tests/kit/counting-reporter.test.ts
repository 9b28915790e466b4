import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runEntry } from './run-entry.ts';

/** Runs one file of tests the way `npm test` does; returns the last line and the exit code. */
async function runTests(source: string): Promise<readonly [string | undefined, number | null]> {
  const root = mkdtempSync(join(tmpdir(), 'baton-tests-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  writeFileSync(join(root, 'some.test.mjs'), source);
  writeFileSync(join(root, 'vitest.config.mjs'), 'export default {}');
  const args = ['some', '--root', root, '--config', join(root, 'vitest.config.mjs'), '--globals'];
  const { code, stdout } = await runEntry('tests/run.ts', args);
  return [stdout.trimEnd().split('\n').at(-1), code];
}

test('a green run says so', async () => {
  expect(await runTests(`test('a', () => {}); test('b', () => {});`)).toEqual([
    '2 passed, 0 failed',
    0,
  ]);
});

test('failed and skipped tests are counted', async () => {
  const source = `test('a', () => {}); test('b', () => { throw new Error('no'); }); test.skip('c', () => {});`;
  expect(await runTests(source)).toEqual(['1 passed, 1 failed, 1 skipped', 1]);
});

test('a run without a test is no success', async () => {
  expect(await runTests(`test.skip('a', () => {});`)).toEqual(['0 passed, 0 failed, 1 skipped', 1]);
});

test('a file that does not load, a failed hook and an error nobody awaited are failures', async () => {
  expect(await runTests(`import './nowhere.mjs';`)).toEqual(['0 passed, 1 failed', 1]);
  expect(
    await runTests(
      `describe('d', () => { beforeAll(() => { throw new Error('no'); }); test('a', () => {}); });`,
    ),
  ).toEqual(['0 passed, 1 failed, 1 skipped', 1]);
  expect(await runTests(`test('a', () => { void Promise.reject(new Error('no')); });`)).toEqual([
    '1 passed, 1 failed',
    1,
  ]);
});
