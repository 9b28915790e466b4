import { type CommitFault, NotCommitted } from '../../engine/step.ts';

/** The files of the database are no longer at its path. */
export class FilesGone extends Error {}

/** Another program holds the write lock; what asked for it has done nothing yet. */
export function isLocked(cause: unknown): boolean {
  return codeOf(cause).startsWith('SQLITE_BUSY');
}

/**
 * The disk, the memory or the system failed, as one that opens no more files, and not who wrote: asked for again later, it
 * may well be kept.
 */
export function isOfTheMachine(cause: unknown): boolean {
  // guard: no-files-left
  return /^SQLITE_(FULL|IOERR|NOMEM|CANTOPEN|READONLY|PROTOCOL)/.test(codeOf(cause));
}

/** A check that waits for the commit (a deferred constraint, an index's own) found a row that cannot be kept. */
export function isOfARow(cause: unknown): boolean {
  return /^SQLITE_(CONSTRAINT|CORRUPT_VTAB|TOOBIG)/.test(codeOf(cause));
}

const TEXTS: Readonly<Record<CommitFault, string>> = {
  store_locked: 'Another program holds the database, so nothing can be written.',
  disk_full: 'The disk is full, so nothing can be written.',
  store_gone: 'The data folder was removed or moved away, so nothing can be written.',
  internal: 'The commit failed.',
};

/** The error of a commit that failed, with the code that its cause leads to. */
export function notCommitted(cause: unknown): NotCommitted {
  const code = faultOf(cause);
  return new NotCommitted(TEXTS[code], { code, cause });
}

function faultOf(cause: unknown): CommitFault {
  if (cause instanceof FilesGone) return 'store_gone';
  if (isLocked(cause)) return 'store_locked';
  return isDiskFull(cause) ? 'disk_full' : 'internal';
}

/** The index of the write-ahead log is a file of its own, which is made larger in another way. */
function isDiskFull(cause: unknown): boolean {
  return /^SQLITE_(FULL|IOERR_SHMSIZE)$/.test(codeOf(cause)); // guard: full-disk-told
}

/** SQLite's own code, of the fault itself or of what it was wrapped in. */
function codeOf(cause: unknown): string {
  if (!(cause instanceof Error)) return '';
  const own = 'code' in cause ? String(cause.code) : '';
  return own.startsWith('SQLITE_') ? own : codeOf(cause.cause);
}
