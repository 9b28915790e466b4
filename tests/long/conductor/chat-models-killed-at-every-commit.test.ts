import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';

import { asking } from '../../kit/browser-frames.ts';
import { tempDir } from '../../kit/running-conductor.ts';
import { type BrowserDisk, pairBrowser, SimulatedBrowser } from '../../kit/simulated-browser.ts';
import { type Heard, SimulatedModelChat } from '../../kit/simulated-model-chat.ts';
import {
  startConductorKilledAt,
  startLastingConductor,
} from '../../kit/start-conductor-killed-at.ts';

const SESSION = 'session-of-this-test';

/** A conductor starts meanwhile. */
const RESTARTED = { timeout: 120_000 } as const;

/** Acts twice, then answers. What it says follows from what it is told alone. */
function say(text: string): string {
  if (!text.startsWith('Baton results')) return asking('@conductor::echo::{"text":"one"}');
  return text.includes('one') ? asking('@conductor::echo::{"text":"two"}') : 'All done.';
}

interface Prepared {
  readonly dataDir: string;
  readonly disk: BrowserDisk;
}

/** A conductor's data and a browser's, paired. Each run works on a copy. */
async function prepare(): Promise<Prepared> {
  const dataDir = tempDir();
  const conductor = await startLastingConductor(dataDir);
  const secret = readFileSync(join(dataDir, 'admin-secret'), 'utf8');
  const disk = await pairBrowser(conductor.url, secret);
  await conductor.stop();
  return { dataDir, disk };
}

interface Ended {
  readonly died: boolean;
  readonly heard: readonly Heard[];
  readonly rows: (sql: string) => unknown[];
}

async function run(prepared: Prepared, killAt: number): Promise<Ended> {
  const dataDir = tempDir();
  cpSync(prepared.dataDir, dataDir, { recursive: true });
  const doomed = await startConductorKilledAt(dataDir, killAt);
  let current = doomed ?? (await startLastingConductor(dataDir));
  const port = Number(new URL(current.url).port);
  let died = doomed === null;
  let isOver = false;
  const back =
    doomed &&
    doomed.exit.then(async () => {
      if (isOver) return;
      died = true;
      current = await startLastingConductor(dataDir, port);
    });
  const browser = new SimulatedBrowser(current.url, structuredClone(prepared.disk));
  onTestFinished(() => browser.close());
  const site = new SimulatedModelChat(browser, [], say);
  void browser.connect();

  const secret = readFileSync(join(dataDir, 'admin-secret'), 'utf8');
  /** The answer; null where the conductor died over it. */
  const ask = async (method: string, path: string, body?: object): Promise<Response | null> =>
    fetch(`${current.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${secret}`,
        'content-type': 'application/json',
        ...(method === 'POST' && { 'idempotency-key': path }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }).catch(async () => {
      await back;
      return null;
    });
  const done = async (path: string, body: object): Promise<void> =>
    expect.poll(async () => (await ask('POST', path, body))?.ok, RESTARTED).toBe(true);
  await done('/v1/agent-sessions', { id: SESSION, agent: 'assistant', model: 'chat:chatgpt' });
  await done(`/v1/conversations/${SESSION}/messages`, { text: 'Go.' });
  await expect
    .poll(async () => {
      const answer = await ask('GET', '/v1/agent-runs');
      return ((await answer?.json()) as { items: unknown[] } | undefined)?.items;
    }, RESTARTED)
    .toMatchObject([{ status: 'succeeded' }]);
  isOver = true;
  if (died) await back;
  browser.close();
  current.child.kill('SIGKILL');
  const rows = (sql: string): unknown[] => {
    const db = new Database(join(dataDir, 'baton.db'), { readonly: true });
    try {
      return db.prepare(sql).all();
    } finally {
      db.close();
    }
  };
  return { died, heard: site.heard, rows };
}

it('an agent whose conductor dies after any commit tells its chat everything once', async () => {
  const prepared = await prepare();
  let killAt = 0;
  for (let died = true; died;) {
    killAt += 1;
    const ended = await run(prepared, killAt);
    died = ended.died;
    expect({ killAt, heard: ended.heard.map(({ text }) => text) }).toEqual({
      killAt,
      heard: [
        expect.stringMatching(/^# Task[^]*Go\.$/),
        expect.stringMatching(/^Baton results[^]*one/),
        expect.stringMatching(/^Baton results[^]*two/),
      ],
    });
    expect(new Set(ended.heard.map(({ conversation }) => conversation)).size).toBe(1);
    expect(
      ended.rows(
        `select origin, status, count(*) as n from delivery_jobs group by 1, 2 order by 1`,
      ),
    ).toEqual([
      { origin: 'agent', status: 'finalized', n: 3 },
      { origin: 'person', status: 'finalized', n: 1 },
    ]);
    expect(ended.rows('select status, count(*) as n from instructions group by 1')).toEqual([
      { status: 'succeeded', n: 2 },
    ]);
    expect(ended.rows('select state, turns from model_bindings')).toEqual([
      { state: 'bound', turns: 3 },
    ]);
  }
  expect(killAt).toBeGreaterThan(15);
});
