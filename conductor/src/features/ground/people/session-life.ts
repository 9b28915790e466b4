import type { FaceSession } from './rows.ts';

/** A session ends after so long without use. */
const IDLE_MS = 30 * 86_400_000;

/** Tells whether a session has ended: it was unused for too long, or it is of an earlier run. */
export function isOver(session: FaceSession, bootId: string, now: number): boolean {
  return isIdle(session, now) || session.bootId !== bootId;
}

/** Tells whether a session was unused for so long that it has ended. `now` is epoch ms. */
export function isIdle({ lastUsedAt }: Pick<FaceSession, 'lastUsedAt'>, now: number): boolean {
  return now - lastUsedAt > IDLE_MS;
}
