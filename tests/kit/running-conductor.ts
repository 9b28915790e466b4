import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';

import Database from 'better-sqlite3';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';

import { type Config, readConfig } from '../../conductor/src/config.ts';
import { type Conductor, type Hooks, startConductor } from '../../conductor/src/conductor.ts';
import { FrameInbox } from './frame-inbox.ts';
import { beginDataDir } from './migrated-database.ts';
import { type BrowserDisk, pairBrowser, SimulatedBrowser } from './simulated-browser.ts';

/** A folder that goes with the test. */
export function tempDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'baton-test-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** The settings as they are without flags, on a free port and without pauses between sends. */
export function testConfig(dataDir: string, changed: Partial<Config> = {}): Config {
  const asked = readConfig(['--port', '0', '--pacing', 'off', '--data-dir', dataDir], {});
  if (!asked.ok || asked.value.help) throw new Error('the defaults do not fit');
  return { ...asked.value.config, ...changed };
}

export interface RunningConductor {
  readonly url: string;
  /** Host and port of the web UI. */
  readonly faceHost: string;
  readonly dataDir: string;
  readonly adminSecret: string;
  /** All it has logged so far, as objects. */
  readonly log: readonly Readonly<Record<string, unknown>>[];
  /** Names of the steps of each commit so far. */
  readonly commits: readonly (readonly string[])[];
  admin(method: string, path: string, body?: unknown): Promise<Response>;
  /** Chooses a conversation's mode as a person does. */
  setMode(localConversationId: string, mode: string): Promise<void>;
  /** Reads its database from beside it. */
  rows<Row = Readonly<Record<string, unknown>>>(sql: string): Row[];
  pair(origin?: string): Promise<BrowserDisk>;
  /** A paired and welcomed browser, and all frames it was ever sent. */
  browser(options?: { readonly disk?: BrowserDisk; readonly origin?: string }): Promise<{
    readonly browser: SimulatedBrowser;
    readonly inbox: FrameInbox;
  }>;
  stop(): Promise<void>;
}

/** The real conductor inside the test's process: real database, real sockets. Ends with the test. */
export async function runConductor(
  changed: Partial<Config> = {},
  dataDir: string = tempDir(),
  hooks: Pick<Hooks, 'now' | 'features' | 'faceDir'> = {},
): Promise<RunningConductor> {
  const atEnd = (close: () => unknown): void => onTestFinished(async () => void (await close()));
  return startTestConductor(changed, dataDir, atEnd, hooks);
}

/** One that several tests share, for a beforeAll; its folder goes with it. */
export interface TestConductor extends RunningConductor {
  end(): Promise<void>;
}

export async function startTestConductor(
  changed: Partial<Config> = {},
  dataDir: string | null = null,
  atEnd: (close: () => unknown) => void = () => undefined,
  hooks: Pick<Hooks, 'now' | 'features' | 'faceDir'> = {},
): Promise<TestConductor> {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'baton-test-'));
  beginDataDir(folder);
  const closers: (() => unknown)[] = [];
  const later = (close: () => unknown): void => {
    closers.push(close);
    atEnd(close);
  };
  const log: Record<string, unknown>[] = [];
  const commits: (readonly string[])[] = [];
  const sink = new Writable({
    write(line: Buffer, _encoding, done) {
      log.push(JSON.parse(line.toString('utf8')) as Record<string, unknown>);
      done();
    },
  });
  const conductor: Conductor = await startConductor(
    testConfig(folder, changed),
    pino({ level: 'debug' }, sink),
    { ...hooks, committed: (steps) => void commits.push(steps) },
  );
  let stopping: Promise<void> | null = null;
  const stop = () => (stopping ??= conductor.stop());
  later(stop);
  const { url, faceHost } = conductor;
  const adminSecret = readFileSync(join(folder, 'admin-secret'), 'utf8');

  const admin = (method: string, path: string, body?: unknown) =>
    fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${adminSecret}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const pair = (origin?: string) => pairBrowser(url, adminSecret, origin);

  return {
    url,
    faceHost,
    dataDir: folder,
    adminSecret,
    log,
    commits,
    admin,
    pair,
    stop,
    async end() {
      for (const close of closers.toReversed()) await close();
      if (dataDir === null) rmSync(folder, { recursive: true, force: true });
    },
    async setMode(localConversationId, mode) {
      const path = `/v1/conversations/${localConversationId}/mode`;
      const answer = await admin('PUT', path, { mode });
      if (!answer.ok) throw new Error(`the mode was not set: ${await answer.text()}`);
    },
    rows<Row>(sql: string) {
      const db = new Database(join(folder, 'baton.db'), { readonly: true });
      try {
        return db.prepare(sql).all() as Row[];
      } finally {
        db.close();
      }
    },
    async browser({ disk, origin } = {}) {
      const browser = new SimulatedBrowser(url, disk ?? (await pair(origin)), origin);
      later(() => browser.close());
      const inbox = new FrameInbox(browser);
      await browser.connect();
      return { browser, inbox };
    },
  };
}
