import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, onTestFinished, test } from 'vitest';

import { holderOf } from '../../launcher/profile-holder.ts';

describe.skipIf(process.platform !== 'linux').each([
  ['chromium', 'SingletonLock', 'a-host-'],
  ['firefox', 'lock', '127.0.1.1:+'],
] as const)('the profile of %s', (name, lock, before) => {
  test('is held by the process that its lock names, as long as that runs', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'baton-held-'));
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
    expect(holderOf(name, dir)).toBe(null);

    const held = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', '--', dir]);
    await once(held, 'spawn');
    symlinkSync(`${before}${held.pid}`, join(dir, lock));
    await expect.poll(() => holderOf(name, dir)).toBe(held.pid);
    held.kill('SIGKILL');
    await once(held, 'close');
    expect(holderOf(name, dir)).toBe(null);
  });

  test('is free where the number in its lock is another program by now', () => {
    const dir = mkdtempSync(join(tmpdir(), 'baton-held-'));
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
    symlinkSync(`${before}${process.pid}`, join(dir, lock));
    expect(holderOf(name, dir)).toBe(null);
  });
});
