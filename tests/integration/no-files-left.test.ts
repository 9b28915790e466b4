import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { asking, finalMessage, runtimeReport } from '../kit/browser-frames.ts';
import { startConductorProcess } from '../kit/conductor-process.ts';
import { FrameInbox } from '../kit/frame-inbox.ts';
import { pairBrowser, SimulatedBrowser } from '../kit/simulated-browser.ts';

/** Files and connections that the conductor may have open: fewer than it wants. */
const MOST_FILES = 150;

it.runIf(process.platform === 'linux')(
  'a reply that comes while the system opens no more files is taken, and its action runs',
  async () => {
    const conductor = await startConductorProcess();
    onTestFinished(() => conductor.dispose());
    const secret = readFileSync(join(conductor.dataDir, 'admin-secret'), 'utf8').trim();
    const disk = await pairBrowser(conductor.url, secret);
    const browser = new SimulatedBrowser(conductor.url, disk);
    onTestFinished(() => browser.close());
    const inbox = new FrameInbox(browser);
    await browser.connect();
    browser.send(runtimeReport(['a']));
    const { local_conversation_id: id } = await inbox.first('conversation.state');
    await conductor.ask('PUT', `/v1/conversations/${id}/mode`, { mode: 'auto' });

    execFileSync('prlimit', ['--pid', String(conductor.pid), `--nofile=${MOST_FILES}`]);
    const { hostname, port } = new URL(conductor.url);
    const strangers = Array.from({ length: 2 * MOST_FILES }, () => connect(Number(port), hostname));
    onTestFinished(() => strangers.forEach((one) => one.destroy()));
    for (const one of strangers) one.on('error', () => {});
    // The system lets a stranger in before the conductor has a file for him: what counts is what it holds.
    await expect
      .poll(() => readdirSync(`/proc/${conductor.pid}/fd`).length, { interval: 5 })
      .toBeGreaterThanOrEqual(MOST_FILES);
    // Long enough that SQLite would put the pages of a savepoint into a file of its own.
    const long = `${'It is long. '.repeat(2_000)}\n${asking('@conductor::echo::{"text":"hello"}')}`;
    browser.send(finalMessage('a', 'r1', long));
    await expect
      .poll(() => conductor.query('select status from instructions'))
      .toEqual([{ status: 'succeeded' }]);
    for (const one of strangers) one.destroy();
  },
);
