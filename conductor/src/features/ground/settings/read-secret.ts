import { readFileSync, statSync } from 'node:fs';

import { err, ok, type Result } from '../../../../../shared/lib/result.ts';

/** Place of a secret: never a file of settings itself. Without either there is none. */
export interface SecretPlace {
  /** An environment variable of the conductor. */
  readonly variable?: string | undefined;
  /** A file that nobody else may read. */
  readonly file?: string | undefined;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads a secret, which whoever asks is to keep nowhere. Null: no place is named. The fault says what to do. */
export function readSecret(
  { variable, file }: SecretPlace,
  env: Environment,
): Result<string | null, string> {
  if (variable !== undefined) {
    const secret = valueOf(variable, env);
    return secret ? ok(secret) : err(`the environment variable ${variable} is not set.`);
  }
  if (file === undefined) return ok(null);
  try {
    // guard: model-key-file
    const isOthers = process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0;
    if (isOthers) return err(`others may read ${file}. Run: chmod 600 ${file}`);
    return ok(readFileSync(file, 'utf8').trim());
  } catch {
    return err(`the key cannot be read from ${file}.`);
  }
}

/**
 * Reads a value as it is sent: HTTP removes blanks and line ends around a value, and only what is sent is recognized in
 * an answer.
 */
export function valueOf(variable: string, env: Environment): string | undefined {
  return env[variable]?.trim(); // guard: model-key-as-sent
}

/** Tells whether nobody on the way can read what is sent there: https, or this machine. */
export function isSafeForKeys(url: URL): boolean {
  return url.protocol === 'https:' || isThisMachine(url);
}

/** Tells whether a URL leads to this machine, by its name or loopback addresses. */
export function isThisMachine({ hostname }: URL): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
