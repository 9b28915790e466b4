import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

import { err, ok, type Result } from '../../../shared/lib/result.ts';
import { ERROR_CODES } from '../../../shared/model/error-codes.ts';
import type { ApiError } from '../../../shared/api/operation.ts';
import { adminSecretFile } from '../data-dir.ts';
import { runningUrl } from '../running-url.ts';

/** Where a person said that the conductor is; what is left out comes from the environment or the default. */
export interface WhereAsked {
  readonly url?: string | undefined;
  readonly dataDir?: string | undefined;
}

/** Where a conductor is, its data folder, and the admin secret that it accepts. */
export interface FoundConductor {
  readonly url: string;
  readonly dataDir: string;
  readonly adminSecret: string;
}

const HOW_TO_START = ERROR_CODES.conductor_unreachable.remedy;
const AN_URL = 'http://127.0.0.1:7717';

/** The data folder, as an absolute path: as asked, else BATON_DATA_DIR, else the default of this system. */
export function dataDirOf({ dataDir }: WhereAsked): string {
  return resolve(
    dataDir ?? process.env['BATON_DATA_DIR'] ?? join(homedir(), '.local', 'share', 'baton'),
  );
}

/** Has a conductor ever run with the folder? */
export function hasRun(asked: WhereAsked): boolean {
  return existsSync(adminSecretFile(dataDirOf(asked)));
}

/**
 * Where the conductor of a data folder listens, and the secret that opens it. Nobody else is told the secret: where none
 * runs, whoever listens at its address is a stranger, unless a person names the address.
 */
export function findConductor(asked: WhereAsked): Result<FoundConductor, ApiError> {
  const dataDir = dataDirOf(asked);
  const secretFile = adminSecretFile(dataDir);
  if (!hasRun(asked)) {
    const text = `No conductor has run with the data folder ${dataDir}. ${HOW_TO_START}`;
    return err({ code: 'conductor_unreachable', text });
  }
  let adminSecret: string;
  try {
    adminSecret = readFileSync(secretFile, 'utf8').trim();
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    return err({ code: 'unauthorized', text: `${secretFile} cannot be read: ${why}.` });
  }
  const url = asked.url ?? process.env['BATON_URL'] ?? runningUrl(dataDir);
  if (url === null) {
    const text = `No conductor runs with the data folder ${dataDir}. ${HOW_TO_START}`;
    return err({ code: 'conductor_unreachable', text });
  }
  if (!URL.canParse(url) || !/^https?:/.test(url)) {
    const text = `--url: is an address as ${AN_URL} (it was ${url}).`;
    return err({ code: 'invalid_request', text, field: '--url' });
  }
  return ok({ url, dataDir, adminSecret });
}
