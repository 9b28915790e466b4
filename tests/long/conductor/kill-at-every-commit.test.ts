import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';

import { tempDir } from '../../kit/running-conductor.ts';
import { type BrowserDisk, pairBrowser, SimulatedBrowser } from '../../kit/simulated-browser.ts';
import { SimulatedChat } from '../../kit/simulated-chat.ts';
import {
  startConductorKilledAt,
  startLastingConductor,
} from '../../kit/start-conductor-killed-at.ts';

const action = (line: string) => `Let me see.\n\n\`\`\`baa\n${line}\n\`\`\`\n`;
const REPLIES = [
  action('@conductor::time'),
  action('@conductor::echo::{"text":"one"}\n@conductor::conversation.status'),
  action('@conductor::nonsense'),
  'All done.',
];

interface Prepared {
  readonly dataDir: string;
  readonly disk: BrowserDisk;
}

/** A conductor's data and a browser's, paired, with the conversation in auto. Each circle works on a copy. */
async function prepare(): Promise<Prepared> {
  const dataDir = tempDir();
  const conductor = await startLastingConductor(dataDir);
  const adminSecret = readFileSync(join(dataDir, 'admin-secret'), 'utf8');
  const browser = new SimulatedBrowser(
    conductor.url,
    await pairBrowser(conductor.url, adminSecret),
  );
  const chat = new SimulatedChat(browser, 'conv-1', []);
  const known = browser.next('conversation.state');
  await browser.connect();
  const { local_conversation_id } = await known;
  const auto = browser.next('conversation.state');
  await fetch(`${conductor.url}/v1/conversations/${local_conversation_id}/mode`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${adminSecret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ mode: 'auto' }),
  });
  expect((await auto).mode).toBe('auto');
  expect(chat.messages).toEqual([]);
  await tail(browser);
  browser.close();
  await conductor.stop();
  return { dataDir, disk: browser.disk };
}

interface Ended {
  readonly texts: readonly string[];
  readonly jobs: readonly unknown[];
  readonly running: unknown;
}

/** Runs the circle with a conductor that dies at its n-th commit. Null: it never made that many. */
async function circle(prepared: Prepared, killAt: number): Promise<Ended | null> {
  const dataDir = tempDir();
  cpSync(prepared.dataDir, dataDir, { recursive: true });
  const doomed = await startConductorKilledAt(dataDir, killAt);
  const first = doomed ?? (await startLastingConductor(dataDir));
  const browser = new SimulatedBrowser(first.url, structuredClone(prepared.disk));
  onTestFinished(() => browser.close());
  const chat = new SimulatedChat(browser, 'conv-1', REPLIES);
  const finished = new Promise<void>((resolve) => {
    browser.on('frame', (frame) => {
      const idle = frame.type === 'conversation.state' && frame.jobs.length === 0;
      if (idle && chat.messages.length === REPLIES.length - 1) resolve();
    });
  });
  chat.reply();
  void browser.connect();
  if (doomed !== null) {
    const killed = doomed.exit.then(() => true);
    const survived = await Promise.race([killed, finished.then(() => false)]);
    if (!survived && !(await Promise.race([killed, tail(browser)]))) return null;
  }
  const port = Number(new URL(first.url).port);
  const survivor = doomed === null ? first : await startLastingConductor(dataDir, port);
  await finished;
  await survivor.stop();
  browser.close();
  const db = new Database(join(dataDir, 'baton.db'), { readonly: true });
  const jobs = db
    .prepare('select status, attempt_count > 0 as tried from delivery_jobs order by created_at')
    .all();
  const running = db
    .prepare(
      "select count(*) as n from instructions where status in ('pending', 'ready', 'running')",
    )
    .get();
  db.close();
  return { texts: chat.messages.map((message) => message.text), jobs, running };
}

/** A round trip: what the conductor had to do for the last frame is done when it answers. */
async function tail(browser: SimulatedBrowser): Promise<false> {
  const acked = browser.next('ack');
  browser.send({ type: 'runtime.report', complete: false, runtimes: [], startable_platforms: [] });
  await acked;
  return false;
}

describe('kill -9 of the conductor after its n-th commit', () => {
  it('ends, for every n, with all jobs finalized and each message once on the site', async () => {
    const prepared = await prepare();
    let kills = 0;
    for (let ended: (Ended | null)[] = []; !ended.includes(null);) {
      ended = await Promise.all([circle(prepared, kills + 1), circle(prepared, kills + 2)]);
      for (const one of ended) {
        if (one === null) break;
        kills += 1;
        expect({ kills, ...one }).toEqual({
          kills,
          texts: [
            expect.stringContaining('@conductor::time'),
            expect.stringContaining('@conductor::echo'),
            expect.stringContaining('@conductor::nonsense'),
          ],
          jobs: Array.from({ length: 3 }, () => ({ status: 'finalized', tried: 1 })),
          running: { n: 0 },
        });
      }
    }
    expect(kills).toBeGreaterThan(12);
  }, 300_000);
});
