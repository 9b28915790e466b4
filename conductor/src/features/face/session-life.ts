import type { FaceSession } from './rows.ts';

/** A session that is not used for so long ends. */
const IDLE_MS = 30 * 86_400_000;

/** It cannot be gone on with: nobody uses it, or it is of an earlier run and has no key. */
export function isOver(session: FaceSession, bootId: string, now: number): boolean {
  return isIdle(session, now) || (session.key === null && session.bootId !== bootId);
}

/** Tells whether a session was unused for so long that it has ended. `now` is epoch ms. */
export function isIdle({ lastUsedAt }: Pick<FaceSession, 'lastUsedAt'>, now: number): boolean {
  return now - lastUsedAt > IDLE_MS;
}
