import { setTimeout as pause } from 'node:timers/promises';

import { checkCertificates } from '../../conductor/src/certificate-fault.ts';
import { runningUrl } from '../../conductor/src/running-url.ts';
import { err, ok, type Result } from '../../shared/lib/result.ts';
import type { Settings } from '../settings.ts';

/** A conductor that starts a worker may not listen yet. */
const LIMIT_MS = 30_000;
const LOOK_MS = 100;

/** Where a worker's conductor is. Who answers there has a worker run commands, so it has to be that conductor and nobody else. */
export interface ConductorAddress {
  /** Null: it does not run, and whoever listens where it was is a stranger. */
  now(): string | null;
  /** Where it was found last. */
  readonly last: string;
}

/** Waits until the conductor is there; the error says that it does not come, for people. */
export async function findConductorAddress({
  url,
  conductorDir,
}: Pick<Settings, 'url' | 'conductorDir'>): Promise<Result<ConductorAddress, string>> {
  checkCertificates();
  const find = (): string | null =>
    conductorDir === undefined ? (url ?? null) : runningUrl(conductorDir);
  let last = find();
  for (const end = performance.now() + LIMIT_MS; last === null; last = find()) {
    if (performance.now() > end)
      return err(`No conductor runs with the data folder ${conductorDir ?? ''}.`);
    await pause(LOOK_MS);
  }
  let found = last;
  return ok({
    now() {
      const here = find();
      found = here ?? found;
      return here;
    },
    get last() {
      return found;
    },
  });
}
