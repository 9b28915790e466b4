import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findRunningConductor } from '../../launcher/running-conductor.ts';
import { faceAsk } from '../kit/face-client.ts';
import { runBaton } from '../kit/run-baton.ts';
import { runEntry } from '../kit/run-entry.ts';
import { heard, runWorld } from '../kit/run-world.ts';

function tempFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'baton-running-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return dir;
}

test('a conductor that was killed does not count as running, though another program answers at its address', async () => {
  const dir = tempFolder();
  const stranger = createServer((_request, response) => response.end('ok')).listen(0, '127.0.0.1');
  await once(stranger, 'listening');
  onTestFinished(() => void stranger.close());
  const url = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
  const { pid } = spawnSync(process.execPath, ['--version']);
  const note = (of: number): void =>
    writeFileSync(join(dir, 'conductor.json'), JSON.stringify({ pid: of, url }));
  note(pid);
  expect(await findRunningConductor(dir)).toBeNull();
  note(process.pid);
  expect(await findRunningConductor(dir)).toEqual({ pid: process.pid, url });
  writeFileSync(join(dir, 'conductor.json'), '{');
  expect(await findRunningConductor(dir)).toBeNull();
});

/** At ports of its own, which are not what is in the way. */
const PORTS = ['--conductor-port', '0', '--playground-port', '0'];

test('A5, FR-005: a second npm start is a client of the first: it sees and acts, and the first alone executes', async () => {
  const runs = await runWorld();
  const { conductor } = runs;
  const folder = ['--data-dir', conductor.dataDir];
  const host = readFileSync(join(conductor.dataDir, 'conductor.json'), 'utf8');
  const { run_id: id } = await runs.start();
  await runs.planned(id);

  const second = await runEntry('launcher/main.ts', ['--headless', ...folder, ...PORTS]);
  expect(second).toMatchObject({ code: 0, stderr: '' });
  expect(second.stdout).toContain(`Baton works already with the data folder ${conductor.dataDir}`);
  const digits = /Type (\d{6}) in at (\S+) /.exec(second.stdout);
  expect(digits?.[2]).toBe(`http://${conductor.faceHost}`);
  // It brought no conductor of its own.
  expect(readFileSync(join(conductor.dataDir, 'conductor.json'), 'utf8')).toBe(host);

  const body = { code: digits?.[1] };
  const { status, cookie } = await faceAsk(conductor, 'POST', '/v1/face/sessions', { body });
  expect(status).toBe(201);
  const seen = await faceAsk(conductor, 'GET', `/v1/runs/${id}`, { cookie });
  expect(seen.json).toEqual(JSON.parse(JSON.stringify(await runs.shown(id))));
  const paused = await faceAsk(conductor, 'POST', `/v1/runs/${id}/pause`, { cookie });
  expect(paused.json).toMatchObject({ status: 'paused' });
  const third = await runBaton(['run', 'resume', id, '--json', ...folder]);
  expect(JSON.parse(third.out)).toMatchObject({ status: 'planning' });
  const plan = { plan: seen.json['plan_id'] };
  await faceAsk(conductor, 'POST', `/v1/runs/${id}/plan/accept`, { cookie, body: plan });
  await runs.reaches(id, 'finished');
  const last = await faceAsk(conductor, 'GET', `/v1/runs/${id}`, { cookie });
  expect(last.json).toMatchObject({ status: 'finished', conclusion: 'Keep it by hand.' });
  expect(heard(runs, '# The goal')).toHaveLength(1);
  expect(heard(runs, '# Task:')).toHaveLength(2);
});

test('a second npm start with a screen opens the first’s web UI in the browser; a trial wants a folder of its own', async () => {
  const { conductor } = await runWorld();
  const folder = ['--data-dir', conductor.dataDir];
  const bin = join(tempFolder(), 'bin');
  const opened = join(bin, 'opened');
  mkdirSync(bin);
  writeFileSync(join(bin, 'xdg-open'), `#!/bin/sh\necho "$1" >${opened}\n`);
  chmodSync(join(bin, 'xdg-open'), 0o700);
  const screen = { DISPLAY: ':9', SSH_CONNECTION: undefined, SSH_TTY: undefined };
  const env = { PATH: `${bin}:${process.env['PATH']}`, ...screen };
  const { code, stdout } = await runEntry('launcher/main.ts', [...folder, ...PORTS], env);
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('Opened ') });
  await expect
    .poll(() => readFileSync(opened, 'utf8'))
    .toBe(`file://${conductor.dataDir}/open-web-ui.html\n`);
  const trial = await runEntry('launcher/main.ts', ['--once', ...folder]);
  expect(trial).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('a trial needs its own'),
  });
});
