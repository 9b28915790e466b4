import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import Database from 'better-sqlite3';
import { expect } from 'vitest';

import { DataDirUnusable, openDataDir } from '../../conductor/src/data-dir.ts';
import { restoreBackup } from '../../conductor/src/restore-backup.ts';
import { asking, finalMessage, runtimeReport } from './browser-frames.ts';
import { bundleEntry } from './bundle-entry.ts';
import { startTestConductor } from './running-conductor.ts';

const NOW = 1_790_000_000_000;

/** Parts that two sides must never mix: rows, the secret that keys their tokens, and the artifacts they name. */
export interface Side {
  readonly conversation: string;
  readonly secret: string;
  readonly artifacts: readonly string[];
}

export interface Ended {
  readonly operations: number;
  readonly outcome: string;
}

/** Which operations on files a restore is killed at: `renameSync`, or all. */
export type KillOn = 'renameSync' | '';

export interface RestoreWorld {
  /** A data folder, in a folder of the test's, as it is before a restore. */
  before(dir: string, which: 'old' | 'new machine'): string;
  /** Restores the backup there, in a process of its own. Null: it was killed. */
  restore(dir: string, killAt: number, killOn: KillOn): Promise<Ended | null>;
  /** Ends a restore that was cut short there. Null: it was killed. */
  settle(dir: string, killAt: number): Promise<Ended | null>;
  /**
   * Kills restores into a folder that holds data, at each operation, or at `most` of them, the first and the last among
   * them, and looks what the next start finds.
   */
  killOverOld(folder: () => string, killOn: KillOn, most?: number): Promise<void>;
  /** The same where there is nothing yet. */
  killOnNewMachine(folder: () => string, killOn: KillOn, most?: number): Promise<void>;
  close(): void;
}

/** A conductor `old` that lives, and a backup of another installation, `kept`. */
export async function openRestoreWorld(): Promise<RestoreWorld> {
  const root = mkdtempSync(join(tmpdir(), 'baton-killed-'));
  const backup = join(root, 'backup');
  const kept = await lived(root, 'kept', backup);
  const old = await lived(root, 'old', null);
  const sides = [kept.side, old.side];

  function before(dir: string, which: 'old' | 'new machine'): string {
    const dataDir = join(dir, 'data');
    if (which === 'old') cpSync(old.dataDir, dataDir, { recursive: true });
    else mkdirSync(dataDir);
    return dataDir;
  }
  const restore = (dir: string, killAt: number, killOn: KillOn) =>
    run(['restore', backup, dir, String(NOW)], killAt, killOn);
  const countIn = async (dir: string, killOn: KillOn): Promise<number> =>
    (await restore(dir, 0, killOn))?.operations ?? 0;

  return {
    before,
    restore,
    settle: (dir, killAt) => run(['settle', dir], killAt, ''),
    async killOverOld(folder, killOn, most) {
      const count = await countIn(before(folder(), 'old'), killOn);
      const found = new Set<string>();
      await forEach(spread(count, most), async (killAt) => {
        const dir = before(folder(), 'old');
        expect(await restore(dir, killAt, killOn)).toBeNull();
        const noted = tracesOf(dir).some((name) => name.startsWith('restore.json'));
        const opened = openDataDir(dir);
        opened.release();
        const side = await sideOf(dir);
        expect(sides).toContainEqual(side);
        expect(tracesOf(dir)).toEqual([]);
        if (noted) expect(opened.restoreNote).toMatch(/cut short/);
        found.add(side.conversation);
        const aside = readdirSync(dir).find((name) => name.startsWith('before-restore-'));
        if (side.conversation === 'old') expect(aside).toBeUndefined();
        else expect(await sideOf(join(dir, aside ?? ''))).toEqual(old.side);
      });
      expect([...found].toSorted()).toEqual(['kept', 'old']);
    },
    async killOnNewMachine(folder, killOn, most) {
      const count = await countIn(before(folder(), 'new machine'), killOn);
      const outcomes = new Set<string>();
      await forEach(spread(count, most), async (killAt) => {
        const dir = before(folder(), 'new machine');
        expect(await restore(dir, killAt, killOn)).toBeNull();
        // Killed before it had noted that it begins, it never was.
        if (tracesOf(dir).length === 0 && !existsSync(join(dir, 'baton.db'))) return;
        try {
          openDataDir(dir).release();
          outcomes.add('restored');
        } catch (cause) {
          expect(cause).toBeInstanceOf(DataDirUnusable);
          expect((cause as Error).message).toMatch(/Restore again; or, .* remove /s);
          expect(existsSync(join(dir, 'install-secret'))).toBe(false);
          expect(existsSync(join(dir, 'baton.db'))).toBe(false);
          await restoreBackup(backup, dir, NOW, true);
          outcomes.add('refused');
        }
        expect(await sideOf(dir)).toEqual(kept.side);
        expect(tracesOf(dir)).toEqual([]);
      });
      expect([...outcomes].toSorted()).toEqual(['refused', 'restored']);
    },
    close: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** A conductor that has seen one conversation and kept one long result of it. */
async function lived(root: string, conversation: string, backup: string | null) {
  const conductor = await startTestConductor({}, join(root, conversation));
  const { browser, inbox } = await conductor.browser();
  browser.send(runtimeReport([conversation]));
  const { local_conversation_id: id } = await inbox.first('conversation.state');
  await conductor.setMode(id, 'auto');
  const long = JSON.stringify({ text: `${conversation} `.repeat(10_000) });
  browser.send(finalMessage(conversation, 'reply-1', asking(`@conductor::echo::${long}`)));
  await inbox.first('delivery.enqueue');
  if (backup !== null) await conductor.admin('POST', '/v1/backups', { file: backup });
  await conductor.end();
  const { dataDir } = conductor;
  return { dataDir, side: await sideOf(dataDir) };
}

export async function sideOf(dir: string): Promise<Side> {
  const db = new Database(join(dir, 'baton.db'), { readonly: true });
  try {
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    const rows = db
      .prepare<[], { remote_conversation_id: string }>('select * from conversations')
      .all();
    return {
      conversation: rows.map((row) => row.remote_conversation_id).join(),
      secret: readFileSync(join(dir, 'install-secret'), 'utf8'),
      artifacts: readdirSync(join(dir, 'artifacts'), { recursive: true })
        .map(String)
        .filter((name) => name !== 'tmp')
        .toSorted(),
    };
  } finally {
    db.close();
  }
}

/** Returns the remains of a restore under way. */
export function tracesOf(dir: string): string[] {
  return readdirSync(dir).filter(
    (name) => name.startsWith('.restore-') || name.startsWith('restore.json'),
  );
}

async function run(args: readonly string[], killAt: number, killOn: KillOn): Promise<Ended | null> {
  const entry = await bundleEntry('tests/kit/restore-killed-at.ts');
  const child = spawn(process.execPath, [entry, ...args], {
    env: { ...process.env, KILL_AT: String(killAt), KILL_ON: killOn },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [said, faults] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  if (child.signalCode === 'SIGKILL') return null;
  if (child.exitCode !== 0) throw new Error(faults);
  return JSON.parse(said) as Ended;
}

/** Two at a time. */
export async function forEach(
  items: readonly number[],
  work: (item: number) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const worker = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all([worker(), worker()]);
}

/** Returns `most` of the numbers up to `count`, evenly from 1 to `count`. */
function spread(count: number, most = count): number[] {
  if (most >= count) return upTo(count);
  return upTo(most).map((place) => Math.round(1 + ((place - 1) * (count - 1)) / (most - 1)));
}

export function upTo(count: number): number[] {
  return Array.from({ length: count }, (_none, index) => index + 1);
}
