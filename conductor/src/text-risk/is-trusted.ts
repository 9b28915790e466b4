import { trimSigns } from '../../../shared/lib/trim-signs.ts';

/** A folder is one of those that a person trusts, or lies below one. All are whole paths, links followed. */
export function isTrusted(folder: string, trusted: readonly string[]): boolean {
  return trusted.some(
    (one) => folder === one || folder.startsWith(`${trimSigns(one, '/', 'end')}/`),
  );
}
