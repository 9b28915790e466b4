import { randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

import { err, ok, type Result } from '../../shared/lib/result.ts';
import type { JsonValue } from './baa/json-value.ts';
import { decrypted, encrypted } from './sealed.ts';

/** What such a file holds. */
export type SealedFile = 'team-presets.v1.enc' | 'runs.v1.enc';

/**
 * - `not_sealed_lines`: the file is of another kind.
 * - `wrong_passphrase`: or its first lines were changed.
 * - `damaged`: a line was changed, moved or taken away.
 */
export type SealedLinesFault = 'not_sealed_lines' | 'wrong_passphrase' | 'damaged';

/** 128 MiB and half a second for each guess. A file that asks for more is refused. */
const COST = { N: 2 ** 17, r: 8, p: 1 } as const;
const MAX_MEMORY = 160 * 1024 * 1024;
const SALT = /^[\w-]{22}$/;

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

/** Values, one a line, for whoever knows the passphrase. The first line says in plain how the key is made of it. */
export async function sealLines(
  kind: SealedFile,
  passphrase: string,
  values: readonly JsonValue[],
): Promise<string> {
  const header = headerOf(kind, randomBytes(16).toString('base64url'));
  const key = await keyOf(passphrase, header);
  const lines = values.map((value, place) => encrypted(key, contextOf(header, place), value));
  const end = encrypted(key, contextOf(header, 'end'), values.length);
  return [header, ...lines, end, ''].join('\n');
}

/** All values of such a file, or none. */
export async function openLines(
  kind: SealedFile,
  passphrase: string,
  text: string,
): Promise<Result<readonly unknown[], SealedLinesFault>> {
  const [header = '', ...lines] = text.trimEnd().split('\n');
  if (header !== headerOf(kind, saltOf(header) ?? '')) return err('not_sealed_lines');
  const key = await keyOf(passphrase, header);
  const end = decrypted(key, contextOf(header, 'end'), lines.pop() ?? '');
  if (end === null) return err('wrong_passphrase');
  const values = lines.map((line, place) => decrypted(key, contextOf(header, place), line));
  const opened = values.flatMap((one) => (one === null ? [] : [one.value]));
  return opened.length === end.value && lines.length === end.value ? ok(opened) : err('damaged');
}

function headerOf(kind: SealedFile, salt: string): string {
  return JSON.stringify({ baton: kind, kdf: 'scrypt', ...COST, salt });
}

function saltOf(header: string): string | null {
  const salt = /"salt":"([^"]*)"/.exec(header)?.[1];
  return salt !== undefined && SALT.test(salt) ? salt : null;
}

function keyOf(passphrase: string, header: string): Promise<Buffer> {
  const salt = Buffer.from(saltOf(header) ?? '', 'base64url');
  return derive(passphrase.normalize('NFKC'), salt, 32, { ...COST, maxmem: MAX_MEMORY });
}

const contextOf = (header: string, place: number | 'end'): string =>
  JSON.stringify([header, place]);
