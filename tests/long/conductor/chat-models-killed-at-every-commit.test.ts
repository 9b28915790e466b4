import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { afterEach, expect, it } from 'vitest';

import { asking } from '../../kit/browser-frames.ts';
import { type BrowserDisk, pairBrowser, SimulatedBrowser } from '../../kit/simulated-browser.ts';
import { type Heard, SimulatedModelChat } from '../../kit/simulated-model-chat.ts';
import {
  type DoomedConductor,
  startConductorKilledAt,
} from '../../kit/start-conductor-killed-at.ts';

const SESSION = 'session-of-this-test';

/** A conductor starts meanwhile. */
const RESTARTED = { timeout: 120_000 } as const;

const cleanUp: (() => void)[] = [];
afterEach(() => {
  for (const undo of cleanUp.splice(0).toReversed()) undo();
});

function temporaryDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'baton-chat-model-kill-'));
  cleanUp.push(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

async function start(
  dataDir: string,
  port: number,
  killAt: number,
): Promise<DoomedConductor | null> {
  const args = ['--lease-ms', '60000', '--pacing', 'off'];
  const started = await startConductorKilledAt(dataDir, killAt, { port, args });
  if (started !== null) cleanUp.push(() => started.child.kill('SIGKILL'));
  return started;
}

async function survivor(dataDir: string, port: number): Promise<DoomedConductor> {
  const started = await start(dataDir, port, 0);
  if (started === null) throw new Error('the conductor did not start');
  return started;
}

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
  const dataDir = temporaryDir();
  const { child, url } = await survivor(dataDir, 0);
  const disk = await pairBrowser(url, readFileSync(join(dataDir, 'admin-secret'), 'utf8'));
  child.kill('SIGTERM');
  await once(child, 'exit');
  return { dataDir, disk };
}

interface Ended {
  readonly died: boolean;
  readonly heard: readonly Heard[];
  readonly rows: (sql: string) => unknown[];
}

async function run(prepared: Prepared, killAt: number): Promise<Ended> {
  const dataDir = temporaryDir();
  cpSync(prepared.dataDir, dataDir, { recursive: true });
  const doomed = await start(dataDir, 0, killAt);
  let current = doomed ?? (await survivor(dataDir, 0));
  const port = Number(new URL(current.url).port);
  let died = doomed === null;
  let isOver = false;
  const back =
    doomed &&
    once(doomed.child, 'exit').then(async () => {
      if (isOver) return;
      died = true;
      current = await survivor(dataDir, port);
    });
  const browser = new SimulatedBrowser(current.url, structuredClone(prepared.disk));
  cleanUp.push(() => browser.close());
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
