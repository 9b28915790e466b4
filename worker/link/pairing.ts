import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';

import * as z from 'zod';

import { writeDurably } from '../../conductor/src/write-durably.ts';
import { steeringShown } from '../../shared/lib/visible-text.ts';
import { err, ok, type Result } from '../../shared/lib/result.ts';
import { workerOrigin } from '../../shared/model/worker-origin.ts';

import { certificateFault } from '../../conductor/src/certificate-fault.ts';

const ANSWER_LIMIT_MS = 10_000;

const pairingSchema = z.object({
  url: z.url(),
  origin: z.string(),
  client_id: z.string().min(1),
  token: z.string().min(16),
});
const grant = pairingSchema.pick({ client_id: true, token: true });
const problem = z.object({ detail: z.string() });

/** Proof that a conductor let this worker in. */
export type WorkerPairing = z.infer<typeof pairingSchema>;

/** As it was kept; null: there is none, or it is of another conductor. */
export function keptPairing(file: string, url: string): WorkerPairing | null {
  if (!existsSync(file)) return null;
  try {
    const kept = pairingSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    return sameConductor(kept.url, url) ? kept : null;
  } catch {
    return null; // Damaged: pairing again mends it.
  }
}

/** On this machine the port may be another after each start. */
function sameConductor(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)];
  return a.origin === b.origin || (a.hostname === '127.0.0.1' && b.hostname === '127.0.0.1');
}

export function keepPairing(file: string, pairing: WorkerPairing): void {
  writeDurably(file, JSON.stringify(pairing));
}

/** Claims a one-time code. The error says what to do, for people. */
export async function claimPairing(
  url: string,
  code: string,
  version: string,
): Promise<Result<WorkerPairing, string>> {
  const origin = workerOrigin(randomBytes(16).toString('hex'));
  try {
    const response = await fetch(new URL('/v1/pairing/claim', url), {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: JSON.stringify({
        code,
        browser: { name: 'Baton worker', version },
        extension_version: version,
      }),
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    });
    const body: unknown = await response.json();
    const granted = grant.safeParse(body);
    if (response.ok && granted.success) return ok({ url, origin, ...granted.data });
    const said = problem.safeParse(body);
    return err(
      // guard: worker-told-text
      said.success ? steeringShown(said.data.detail) : `What answers at ${url} is no conductor.`,
    );
  } catch (cause) {
    const why = certificateFault(cause);
    if (why !== null) return err(`${url}: ${why}`);
    return err(
      `No conductor answers at ${url}: ${cause instanceof Error ? cause.message : String(cause)}`,
    );
  }
}
