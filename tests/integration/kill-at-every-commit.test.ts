import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import Database from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';

import { pairBrowser, SimulatedBrowser } from '../support/simulated-browser.ts';
import { SimulatedChat } from '../support/simulated-chat.ts';

const ENTRY = new URL('../support/conductor-killed-at.ts', import.meta.url).pathname;
const action = (line: string) => `Let me see.\n\n\`\`\`baa\n${line}\n\`\`\`\n`;
const REPLIES = [
  action('@conductor::time'),
  action('@conductor::echo::{"text":"one"}\n@conductor::conversation.status'),
  action('@conductor::nonsense'),
  'All done.',
];

const cleanUp: (() => void)[] = [];
afterEach(() => {
  for (const undo of cleanUp.splice(0)) undo();
});

interface Running {
  readonly child: ChildProcess;
  readonly url: string;
}

/** Null: it was killed before it listened. */
async function start(dataDir: string, port: number, killAt: number): Promise<Running | null> {
  const child = spawn(process.execPath, [ENTRY, '--port', String(port), '--data-dir', dataDir, '--lease-ms', '60000'], {
    env: { ...process.env, KILL_AT: String(killAt) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  cleanUp.push(() => child.kill('SIGKILL'));
  const line = once(createInterface(child.stdout), 'line') as Promise<[string]>;
  const first = await Promise.race([line, once(child, 'exit').then(() => null)]);
  return first === null ? null : { child, url: (JSON.parse(first[0]) as { url: string }).url };
}

/** Runs the circle with a conductor that dies at its n-th commit. Null: it never made that many. */
async function circle(killAt: number): Promise<{ texts: string[]; jobs: unknown[]; running: unknown } | null> {
  const dataDir = mkdtempSync(join(tmpdir(), 'baton-kill-'));
  cleanUp.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const paired = await start(dataDir, 0, 0);
  if (paired === null) throw new Error('the conductor did not start');
  const adminSecret = readFileSync(join(dataDir, 'admin-secret'), 'utf8');
  const browser = new SimulatedBrowser(paired.url, await pairBrowser(paired.url, adminSecret));
  cleanUp.push(() => browser.close());
  const chat = new SimulatedChat(browser, 'conv-1', REPLIES);
  const known = browser.next('conversation.state');
  await browser.connect();
  const { local_conversation_id } = await known;
  const auto = browser.next('conversation.state');
  await fetch(`${paired.url}/v1/conversations/${local_conversation_id}/mode`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${adminSecret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ mode: 'auto' }),
  });
  expect((await auto).mode).toBe('auto');
  paired.child.kill('SIGTERM');
  await once(paired.child, 'exit');

  const port = Number(new URL(paired.url).port);
  const doomed = await start(dataDir, port, killAt);
  let survivor = doomed;
  const finished = new Promise<void>((resolve) => {
    browser.on('frame', (frame) => {
      if (frame.type === 'conversation.state' && frame.jobs.length === 0 && chat.messages.length === 3) resolve();
    });
  });
  chat.reply();
  if (doomed === null) survivor = await start(dataDir, port, 0);
  else {
    const ended = await Promise.race([
      once(doomed.child, 'exit').then(() => 'killed' as const),
      finished.then(() => 'finished' as const),
    ]);
    if (ended === 'finished') {
      const settled = await Promise.race([once(doomed.child, 'exit').then(() => true), tail(browser)]);
      if (settled !== true) return null;
    }
    survivor = await start(dataDir, port, 0);
  }
  await finished;
  survivor?.child.kill('SIGTERM');
  if (survivor !== null) await once(survivor.child, 'exit');
  const db = new Database(join(dataDir, 'baton.db'), { readonly: true });
  const jobs = db.prepare('select status, attempt_count > 0 as tried from delivery_jobs order by created_at').all();
  const running = db.prepare("select count(*) as n from instructions where status in ('pending', 'running')").get();
  db.close();
  return { texts: chat.messages.map((message) => message.text), jobs, running };
}

/** A round trip: what the conductor had to do for the last frame is done when it answers. */
async function tail(browser: SimulatedBrowser): Promise<false> {
  const acked = browser.next('ack');
  browser.send({ type: 'runtime.report', complete: false, runtimes: [] });
  await acked;
  return false;
}

describe('kill -9 of the conductor after its n-th commit', () => {
  it('ends, for every n, with all jobs finalized and each message once on the site', { timeout: 300_000 }, async () => {
    let kills = 0;
    for (let killAt = 1; ; killAt += 1) {
      const ended = await circle(killAt);
      for (const undo of cleanUp.splice(0)) undo();
      if (ended === null) break;
      kills += 1;
      expect({ killAt, ...ended }).toEqual({
        killAt,
        texts: [
          expect.stringContaining('@conductor::time'),
          expect.stringContaining('@conductor::echo'),
          expect.stringContaining('@conductor::nonsense'),
        ],
        jobs: Array.from({ length: 3 }, () => ({ status: 'finalized', tried: 1 })),
        running: { n: 0 },
      });
    }
    expect(kills).toBeGreaterThan(12);
  });
});
