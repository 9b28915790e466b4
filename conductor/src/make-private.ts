import { chmodSync, lstatSync, mkdirSync, readdirSync, realpathSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder, or something in or above it, is not this user's alone and cannot be made so; the message says what to do. */
export class NotPrivate extends Error {}

const OTHERS = 0o077;
const OTHERS_WRITE = 0o002;
const GROUP_WRITES = 0o020;
const STICKY = 0o1000;

/**
 * Makes the folder where there is none, and it and all that is in it this user's alone, whatever it was before. Refuses
 * what another user owns or could exchange, and links: what stands behind one is not looked at. Throws NotPrivate.
 *
 * @param foreign Folders in it that other programs fill as they like: their links are left alone.
 */
export function makePrivate(dir: string, foreign: readonly string[]): void {
  const uid = process.getuid?.();
  const there = lstatSync(dir, { throwIfNoEntry: false });
  if (there === undefined) mkdirSync(dir, { recursive: true, mode: 0o700 });
  else if (there.isSymbolicLink())
    throw new NotPrivate(`${dir} is a link to ${whereTo(dir)}. Name that folder itself.`);
  // Windows gives each user a folder of their own, and knows no modes.
  if (uid === undefined) return;
  refuseSharedParents(realpathSync(dirname(dir)), uid); // guard: own-parents
  keepToOwner(dir, lstatSync(dir), uid);
  if ((lstatSync(dir).mode & OTHERS) !== 0)
    throw new NotPrivate(`Others may read ${dir}, and its disk knows no permissions.`);
  keepContentToOwner(dir, uid, foreign);
}

/** Refuses a folder below one that others may write: they could replace what is in it, unless it is sticky. */
function refuseSharedParents(start: string, uid: number): void {
  // In a container the owner of all may have another number.
  const trusted = [uid, 0, lstatSync('/').uid];
  for (let parent = start; ; parent = dirname(parent)) {
    const { mode, uid: owner, gid } = lstatSync(parent);
    const writes = OTHERS_WRITE | (gid === process.getgid?.() ? 0 : GROUP_WRITES);
    if ((mode & writes) !== 0 && (mode & STICKY) === 0)
      throw new NotPrivate(
        `Others may write ${parent}. Take that from them (chmod go-w ${parent}).`,
      );
    if (!trusted.includes(owner))
      throw new NotPrivate(`${parent} belongs to another user, who may exchange what is in it.`);
    if (parent === dirname(parent)) return;
  }
}

function keepContentToOwner(folder: string, uid: number, foreign: readonly string[]): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const info = lstatSync(path, { throwIfNoEntry: false });
    if (info === undefined) continue; // Gone since: a browser may be at work in its folder.
    if (info.isSymbolicLink()) {
      if (foreign.some((one) => path.startsWith(join(one, '/')))) continue;
      // guard: no-links
      throw new NotPrivate(`${path} is a link. Put what it leads to in its place.`);
    }
    keepToOwner(path, info, uid);
    if (info.isDirectory()) keepContentToOwner(path, uid, foreign);
  }
}

function keepToOwner(path: string, info: Stats, uid: number): void {
  // guard: own-files
  if (info.uid !== uid)
    throw new NotPrivate(`${path} belongs to another user. Give it to this one, or move it away.`);
  if ((info.mode & OTHERS) !== 0) chmodSync(path, info.mode & 0o700); // guard: private-folder
}

function whereTo(link: string): string {
  try {
    return realpathSync(link);
  } catch {
    return 'nothing';
  }
}
