import { randomBytes, scrypt } from 'node:crypto';

import * as z from 'zod';

import { err, ok, type Result } from '../../../../../shared/lib/result.ts';
import type { JsonValue } from '../../../baa/json-value.ts';
import { decrypted, encrypted } from '../../../engine/encrypted.ts';

/** Content and form version of a sealed export. */
export type SealedFileKind = 'runs.v1' | 'team-presets.v1';

/** 128 MiB and about half a second for each guess at a passphrase. */
const COST = { n: 131_072, r: 8, p: 1 } as const;
const MAX_MEMORY = 256 * 2 ** 20;
const KEY_BYTES = 32;
const SALT_BYTES = 16;

/** Other costs than ours are not taken: a file would say how long, and with how much memory, it keeps us. */
const header = z.strictObject({
  baton_sealed: z.string(),
  kdf: z.literal('scrypt'),
  n: z.literal(COST.n), // guard: sealed-export-cost
  r: z.literal(COST.r),
  p: z.literal(COST.p),
  salt: z.string().regex(/^[\w-]{22}$/),
  lines: z.int().min(0),
});

/**
 * - `no_export`: it is no export of that kind, or of another form.
 * - `unopened`: another passphrase, or it was changed.
 */
export type SealedFileFault = 'no_export' | 'unopened';

/**
 * Lines of JSON as a file that opens with its passphrase alone. The first line says how the key is made; each further one
 * is AES-256-GCM, bound to the first and to its place, so that none can be left out, moved, or come from another file.
 */
export async function sealFile(
  kind: SealedFileKind,
  passphrase: string,
  lines: readonly JsonValue[],
): Promise<string> {
  const salt = randomBytes(SALT_BYTES).toString('base64url');
  const first = JSON.stringify({
    baton_sealed: kind,
    kdf: 'scrypt',
    ...COST,
    salt,
    lines: lines.length,
  } satisfies z.input<typeof header>);
  const key = await keyOf(passphrase, salt);
  const sealed = lines.map((line, index) => encrypted(key, contextOf(first, index), line));
  return [first, ...sealed, ''].join('\n');
}

/** The lines of such a file. Whoever made it chose them: their shape is for the caller to check. */
export async function openFile(
  kind: SealedFileKind,
  passphrase: string,
  file: string,
): Promise<Result<readonly unknown[], SealedFileFault>> {
  const [first = '', ...sealed] = file.trimEnd().split(/\r?\n/);
  const read = header.safeParse(jsonOf(first));
  if (!read.success || read.data.baton_sealed !== kind) return err('no_export');
  if (sealed.length !== read.data.lines) return err('unopened');
  const key = await keyOf(passphrase, read.data.salt);
  const lines: unknown[] = [];
  for (const [index, data] of sealed.entries()) {
    const opened = decrypted(key, contextOf(first, index), data);
    if (opened === null) return err('unopened');
    lines.push(opened.value);
  }
  return ok(lines);
}

function keyOf(passphrase: string, salt: string): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const { n, r, p } = COST;
  scrypt(
    // The same words, typed on another keyboard.
    passphrase.normalize('NFKC'),
    Buffer.from(salt, 'base64url'),
    KEY_BYTES,
    { N: n, r, p, maxmem: MAX_MEMORY },
    (fault, key) => (fault === null ? resolve(key) : reject(fault)),
  );
  return promise;
}

function contextOf(first: string, index: number): string {
  return JSON.stringify([first, index]); // guard: sealed-export-whole
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
