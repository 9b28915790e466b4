import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { expect, onTestFinished } from 'vitest';

import { tempDir } from './running-conductor.ts';
import { type BrowserDisk, pairBrowser, SimulatedBrowser } from './simulated-browser.ts';
import { type Answer, type Heard, SimulatedModelChat } from './simulated-model-chat.ts';
import { startConductorKilledAt, startLastingConductor } from './start-conductor-killed-at.ts';

/** A conductor starts meanwhile. */
export const RESTARTED = { timeout: 120_000 } as const;

export interface PreparedChats {
  readonly dataDir: string;
  readonly disk: BrowserDisk;
}

/** A conductor's data and a browser's, paired. Each run works on a copy. */
export async function prepareChats(): Promise<PreparedChats> {
  const dataDir = tempDir();
  const conductor = await startLastingConductor(dataDir);
  const secret = readFileSync(join(dataDir, 'admin-secret'), 'utf8');
  const disk = await pairBrowser(conductor.url, secret);
  await conductor.stop();
  return { dataDir, disk };
}

/** Requests of a program to a conductor that may die meanwhile. */
export interface Asking {
  /** The answer; undefined where the conductor died, or has no such thing yet. */
  readonly get: (path: string) => Promise<unknown>;
  /** Asked again until it is done: with a key, so that it is done once. */
  readonly post: (path: string, body: object) => Promise<unknown>;
}

export interface EndedChats {
  readonly died: boolean;
  readonly heard: readonly Heard[];
  readonly rows: (sql: string) => unknown[];
}

/**
 * A conductor that dies after its `killAt`-th commit and is started again, and a browser at a chat site whose assistant says
 * what follows from each message alone. Ends when `drive` does.
 */
export async function runKilled(
  prepared: PreparedChats,
  killAt: number,
  say: (text: string) => Answer,
  drive: (asking: Asking) => Promise<void>,
): Promise<EndedChats> {
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
  /** Null where the conductor died over it. */
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
  await drive({
    async get(path) {
      const answer = await ask('GET', path);
      return answer?.ok === true ? answer.json() : undefined;
    },
    async post(path, body) {
      let answer: Response | null = null;
      await expect
        .poll(async () => (answer = await ask('POST', path, body))?.ok, RESTARTED)
        .toBe(true);
      return (answer as Response | null)?.json();
    },
  });
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
