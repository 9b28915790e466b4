import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

import * as z from 'zod';

import { err, ok, type Result } from '../../../shared/lib/result.ts';
import type { ApiError } from '../api/operation.ts';
import { adminSecretFile, runningFile } from '../data-dir.ts';

export interface WhereAsked {
  readonly url?: string | undefined;
  readonly dataDir?: string | undefined;
}

export interface Found {
  readonly url: string;
  readonly dataDir: string;
  readonly adminSecret: string;
}

const DEFAULT_URL = 'http://127.0.0.1:7717';
const note = z.object({ url: z.url(), pid: z.int() });

export function dataDirOf({ dataDir }: WhereAsked): string {
  return resolve(
    dataDir ?? process.env['BATON_DATA_DIR'] ?? join(homedir(), '.local', 'share', 'baton'),
  );
}

/** Where the conductor of a data folder listens, and the secret that opens it. */
export function findConductor(asked: WhereAsked): Result<Found, ApiError> {
  const dataDir = dataDirOf(asked);
  const secretFile = adminSecretFile(dataDir);
  if (!existsSync(secretFile)) {
    const text = `No conductor has run with the data folder ${dataDir}. Start it with: baton start`;
    return err({ code: 'conductor_unreachable', text });
  }
  const url = asked.url ?? process.env['BATON_URL'] ?? runningUrl(dataDir) ?? DEFAULT_URL;
  if (!URL.canParse(url) || !/^https?:/.test(url)) {
    const text = `--url: is an address as ${DEFAULT_URL} (it was ${url}).`;
    return err({ code: 'invalid_request', text, field: '--url' });
  }
  try {
    return ok({ url, dataDir, adminSecret: readFileSync(secretFile, 'utf8').trim() });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    return err({ code: 'unauthorized', text: `${secretFile} cannot be read: ${why}.` });
  }
}

/** What the running conductor left for others to find it; null where none did. */
export function runningUrl(dataDir: string): string | null {
  try {
    return note.parse(JSON.parse(readFileSync(runningFile(dataDir), 'utf8'))).url;
  } catch {
    return null; // It does not run, or is just writing: the default is tried.
  }
}
