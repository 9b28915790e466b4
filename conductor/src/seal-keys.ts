import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { type SealKey, sealKeyOf, type SealKeys } from './features/teams/runs/sealed.ts';
import { writeDurably } from './write-durably.ts';

/** 32 bytes in base64url, one key a line, the newest first. */
export const SEAL_KEYS = /^(?:[\w-]{43}\n)+$/;

/**
 * The keys in a file of the data folder, which is this user's alone. Nothing is made before something is to be sealed.
 * A file that was lost is made anew: what was sealed with the old key stays locked. One that is damaged is left alone.
 */
export function sealKeysIn(file: string): SealKeys {
  let keys: readonly SealKey[] | null = null;

  function read(): readonly SealKey[] | null {
    const text = textOf(file);
    if (text === null || !SEAL_KEYS.test(text)) return null;
    keys = text
      .trimEnd()
      .split('\n')
      .map((line) => sealKeyOf(Buffer.from(line, 'base64url')));
    return keys;
  }

  function made(): SealKey | null {
    if (textOf(file) !== null) return null;
    writeDurably(file, `${randomBytes(32).toString('base64url')}\n`);
    return read()?.[0] ?? null;
  }

  return {
    renew() {
      if (made() !== null) return keys?.[0] ?? null;
      // It was read again: a key that is not known here must not go.
      if (read() === null) return null;
      writeDurably(file, `${randomBytes(32).toString('base64url')}\n${textOf(file) ?? ''}`);
      return read()?.[0] ?? null;
    },
    others: () => (keys ?? read() ?? []).slice(1).map(({ id }) => id),
    own: () => (keys ?? read())?.[0] ?? made(),
    find: (id) => (keys ?? read())?.find((one) => one.id === id) ?? null,
  };
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null;
    throw cause;
  }
}
