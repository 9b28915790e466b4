import type { Clock } from '../ports.ts';

/** Tells a dead link from a quiet one. */
export interface Heartbeat {
  /** Something came in. */
  heard(): void;
  stop(): void;
}

/** After one interval of silence it pings, after two the link is dead. */
export function startHeartbeat(
  clock: Clock,
  intervalMs: number,
  ping: () => void,
  dead: () => void,
): Heartbeat {
  let heardAt = clock.now();
  let pinged = false;
  let cancel = clock.after(intervalMs, beat);

  function beat(): void {
    const silentMs = clock.now() - heardAt;
    if (silentMs >= 2 * intervalMs) return dead();
    if (silentMs >= intervalMs && !pinged) {
      pinged = true;
      ping();
    }
    cancel = clock.after((pinged ? 2 : 1) * intervalMs - silentMs, beat);
  }

  return {
    heard() {
      heardAt = clock.now();
      pinged = false;
    },
    stop: () => cancel(),
  };
}
