import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findRunning, noteRunning } from '../../launcher/running-file.ts';

test('a Baton that was killed does not count as running, though another program answers at its address', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'baton-running-'));
  const stranger = createServer((_request, response) => response.end('ok')).listen(0, '127.0.0.1');
  await once(stranger, 'listening');
  onTestFinished(() => {
    stranger.close();
    rmSync(dir, { recursive: true });
  });
  const url = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
  const { pid } = spawnSync(process.execPath, ['--version']);
  const note = { pid, conductor: url, playground: url };
  writeFileSync(join(dir, 'running.json'), JSON.stringify(note));
  expect(await findRunning(dir)).toBeNull();
  const mine = { ...note, pid: process.pid };
  const remove = noteRunning(dir, mine);
  expect(await findRunning(dir)).toEqual(mine);
  remove();
  expect(await findRunning(dir)).toBeNull();
});
