import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** Names that a backup brings. */
export const BROUGHT: readonly string[] = ['baton.db', 'install-secret', 'artifacts'];

/** Names that are made with the copy, where the folder has none of its own. */
const MADE: readonly string[] = ['admin-secret'];

/** Names that are moved aside for it; the write-ahead log belongs to the database beside it. */
const REPLACED: readonly string[] = [...BROUGHT, 'baton.db-wal', 'baton.db-shm'];

const JOURNAL = 'restore.json';

const DRAFT = 'restore.json.new';

/** The steps of a restore under way, so that whoever opens the data folder next can end it. */
interface Journal {
  readonly format: 'baton-restore';
  readonly version: 1;
  /** `staging`: it is being copied, and nothing of the data is touched. `moving`: it goes into its place. */
  readonly phase: 'staging' | 'moving';
  /** The backup, for people. */
  readonly from: string;
  /** Folders inside the data folder: of the copy, and of what was there before. */
  readonly staged: string;
  readonly aside: string;
  /** Names in the copy, and names there before: each is moved at most once. */
  readonly brings: readonly string[];
  readonly replaces: readonly string[];
}

/** A restore was interrupted and can be neither finished nor undone; the message says what to do. */
export class RestoreUnsettled extends Error {}

/** Result of a restore that was interrupted. */
export interface Settled {
  /** `empty`: it was cut short before it moved anything, and there is no store that it could leave as it was. */
  readonly outcome: 'none' | 'finished' | 'undone' | 'empty';
  /** For people. */
  readonly text: string;
}

/** Notes that a restore begins to copy into the folder `staged`. */
export function beginRestore(
  dataDir: string,
  names: Pick<Journal, 'from' | 'staged' | 'aside'>,
): void {
  write(dataDir, { ...names, phase: 'staging', brings: [], replaces: [] });
}

/** Notes that the copy is on disk: from here on it goes into its place, also after a crash. */
export function completeRestore(dataDir: string): void {
  const journal = read(dataDir);
  const here = (folder: string, names: readonly string[]): string[] =>
    names.filter((name) => existsSync(join(folder, name)));
  const brings = here(join(dataDir, journal.staged), [...BROUGHT, ...MADE]);
  write(dataDir, { ...journal, phase: 'moving', brings, replaces: here(dataDir, REPLACED) });
  finish(dataDir, read(dataDir));
}

/** Ends a restore whose copy could not be made: the data is as before. */
export function abandonRestore(dataDir: string): void {
  end(dataDir, read(dataDir));
}

/**
 * Ends a restore that was cut short, before anything in the folder is opened or made: finishes it where all that it
 * brings is there, else puts everything back. The caller holds the folder's lock. Throws RestoreUnsettled.
 */
export function settleRestore(dataDir: string): Settled {
  if (!existsSync(join(dataDir, JOURNAL))) {
    const draft = join(dataDir, DRAFT);
    return existsSync(draft) ? unbegun(dataDir, 'A restore', draft) : { outcome: 'none', text: '' };
  }
  const journal = read(dataDir);
  if (journal.phase === 'staging') {
    rmSync(join(dataDir, journal.staged), { recursive: true, force: true });
    rmSync(join(dataDir, DRAFT), { force: true });
    return unbegun(dataDir, `A restore of ${journal.from}`, join(dataDir, JOURNAL));
  }
  const what = `A restore of ${journal.from} that was cut short`;
  const lost = missing(dataDir, journal);
  if (lost.length === 0) {
    finish(dataDir, journal);
    const kept =
      journal.replaces.length === 0 ? '' : ` What was there before is in ${journal.aside}.`;
    return { outcome: 'finished', text: `${what} is finished.${kept}` };
  }
  undo(dataDir, journal, lost);
  const text = `${what} could not be finished without ${lost.join(', ')}, and is undone. Restore again.`;
  return { outcome: 'undone', text };
}

/** Nothing was moved. Where there is no store, the note stays: an empty one in its place would be taken for the restored. */
function unbegun(dataDir: string, restore: string, note: string): Settled {
  const what = `${restore} was cut short before it had changed anything`;
  if (existsSync(join(dataDir, 'baton.db'))) {
    rmSync(note, { force: true });
    return { outcome: 'undone', text: `${what}. The data is as before; restore again.` };
  }
  const text = `${what}, and ${dataDir} holds no data yet. Restore again; or, to begin with nothing instead, remove ${note}.`;
  return { outcome: 'empty', text };
}

/** Each move is made once, however often this is begun again. */
function finish(dataDir: string, { staged, aside, brings, replaces, ...rest }: Journal): void {
  const [copy, kept] = [join(dataDir, staged), join(dataDir, aside)];
  const stranger = brings.find(
    (name) =>
      existsSync(join(copy, name)) &&
      existsSync(join(dataDir, name)) &&
      (existsSync(join(kept, name)) || !replaces.includes(name)),
  );
  if (stranger !== undefined) throw unsettled(dataDir, rest.from, `${stranger} was made meanwhile`);
  if (replaces.length > 0) mkdirSync(kept, { recursive: true, mode: 0o700 });
  for (const name of replaces) {
    if (!existsSync(join(kept, name))) move(join(dataDir, name), join(kept, name));
  }
  if (replaces.length > 0) syncFolder(kept);
  for (const name of brings) {
    if (existsSync(join(copy, name))) move(join(copy, name), join(dataDir, name));
  }
  end(dataDir, { staged });
}

/** Lists what the copy held and is now neither there nor in its place. */
function missing(dataDir: string, { staged, aside, brings, replaces }: Journal): string[] {
  const isPlaced = (name: string): boolean =>
    existsSync(join(dataDir, name)) &&
    (!replaces.includes(name) || existsSync(join(dataDir, aside, name)));
  return brings.filter((name) => !existsSync(join(dataDir, staged, name)) && !isPlaced(name));
}

function undo(dataDir: string, journal: Journal, lost: readonly string[]): void {
  const { aside, brings, replaces, from } = journal;
  const kept = (name: string): string => join(dataDir, aside, name);
  const gone = replaces.filter(
    (name) => !existsSync(kept(name)) && !existsSync(join(dataDir, name)),
  );
  if (gone.length > 0)
    throw unsettled(
      dataDir,
      from,
      `neither ${lost.join(', ')} nor the old ${gone.join(', ')} is there`,
    );
  for (const name of brings) {
    const isNew = existsSync(kept(name)) || !replaces.includes(name);
    if (isNew) rmSync(join(dataDir, name), { recursive: true, force: true });
  }
  for (const name of replaces) {
    if (existsSync(kept(name))) move(kept(name), join(dataDir, name));
  }
  rmSync(join(dataDir, aside), { recursive: true, force: true });
  end(dataDir, journal);
}

/** The copy goes before the journal, which names it. */
function end(dataDir: string, { staged }: Pick<Journal, 'staged'>): void {
  syncFolder(dataDir);
  rmSync(join(dataDir, staged), { recursive: true, force: true });
  rmSync(join(dataDir, DRAFT), { force: true });
  rmSync(join(dataDir, JOURNAL), { force: true });
  syncFolder(dataDir);
}

function read(dataDir: string): Journal {
  const file = join(dataDir, JOURNAL);
  try {
    const journal = JSON.parse(readFileSync(file, 'utf8')) as Partial<Journal>;
    if (journal.format === 'baton-restore' && journal.version === 1) return journal as Journal;
  } catch {
    // Said below, with what to do.
  }
  throw new RestoreUnsettled(
    `${file} tells of a restore that was cut short, and cannot be read. Look which data is whole, in ${dataDir} or in its folders before-restore-…, put that in place, and remove the file.`,
  );
}

/** Whole or not at all: what it says is moved by. */
function write(dataDir: string, journal: Omit<Journal, 'format' | 'version'>): void {
  const draft = join(dataDir, DRAFT);
  const named = { format: 'baton-restore', version: 1, ...journal };
  const handle = openSync(draft, 'w', 0o600);
  try {
    writeSync(handle, `${JSON.stringify(named, null, 2)}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(draft, join(dataDir, JOURNAL));
  syncFolder(dataDir);
}

function move(from: string, to: string): void {
  if (existsSync(from)) renameSync(from, to);
}

function syncFolder(dir: string): void {
  const handle = openSync(dir, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function unsettled(dataDir: string, from: string, why: string): RestoreUnsettled {
  return new RestoreUnsettled(
    `A restore of ${from} into ${dataDir} was cut short, and can be neither finished nor undone: ${why}. Nothing was changed now. Put the data that you want in place (see the folders before-restore-… there), and remove ${join(dataDir, JOURNAL)}.`,
  );
}
