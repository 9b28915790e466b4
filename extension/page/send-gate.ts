import { HOLD_LIMIT_MS } from '../messages/tap-messages.ts';
import { bare, later } from './natives.ts';
import type { TapPort } from './tap-port.ts';

/** Holds the page's sends back while a delivery is under way, until the content script has judged them. */
export interface SendGate {
  readonly isArmed: () => boolean;
  readonly arm: (forMs: number) => void;
  /** `release` is called once: true lets the request leave, false refuses it. */
  readonly hold: (id: number, release: (go: boolean) => void) => void;
  readonly judge: (id: number, go: boolean) => void;
}

/** A gate that is open until `arm` is called. */
export function makeSendGate(port: TapPort): SendGate {
  const now = Date.now.bind(Date);
  const held: Record<number, ((go: boolean) => void) | undefined> = bare({});
  let armedUntilMs = 0;

  const judge = (id: number, go: boolean): boolean => {
    const release = held[id];
    held[id] = undefined;
    release?.(go);
    return !!release;
  };
  return {
    isArmed: () => now() < armedUntilMs,
    arm: (forMs) => {
      armedUntilMs = now() + forMs;
    },
    hold(id, release) {
      held[id] = release;
      later(() => {
        if (judge(id, false)) port.post({ kind: 'expired', id });
      }, HOLD_LIMIT_MS);
    },
    judge,
  };
}
