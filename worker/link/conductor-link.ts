import { reconnectDelayMs } from '../../shared/link/reconnect-delay.ts';
import { CLOSE_CODES, type ConductorBusinessFrame } from '../../shared/protocol/index.ts';
import type { WorkerStore } from '../store/worker-store.ts';
import type { ConductorAddress } from './conductor-address.ts';
import { type LinkSession, startLinkSession, type Unnumbered } from './link-session.ts';

/** Trying sooner would end the same way: the other side has to change first. */
const LONG_PAUSE_MS = 60_000;
const LONG_PAUSES: readonly number[] = [
  CLOSE_CODES.replaced,
  CLOSE_CODES.flooding,
  CLOSE_CODES.frame_too_large,
  CLOSE_CODES.bad_hello,
  CLOSE_CODES.unsupported_version,
];

/** Close code of a conductor that is being stopped. Source: RFC 6455, section 7.4.1. */
const GOING_AWAY = 1001;

export interface ConductorLinkParts {
  readonly address: ConductorAddress;
  readonly token: string;
  readonly origin: string;
  readonly version: string;
  readonly store: WorkerStore;
  readonly welcomed: () => void;
  readonly take: (frame: ConductorBusinessFrame) => void;
  /** The conductor knows this worker no more: nothing but pairing again helps. */
  readonly refused: () => void;
  /** The conductor was stopped, and has not died. */
  readonly stopped: () => void;
  /** The conductor's certificate is not its own: it is not dialled again. */
  readonly untrusted: (why: string) => void;
}

export interface ConductorLink {
  readonly isOnline: boolean;
  /** Milliseconds since the link was lost; 0 while it stands. */
  awayMs(): number;
  /** See LinkSession. */
  tell(frame: Unnumbered): void;
  close(): void;
}

/** The only socket of a worker. It comes back by itself until it is closed or refused. */
export function openConductorLink(parts: ConductorLinkParts): ConductorLink {
  let session: LinkSession | null = null;
  let online = false;
  let failedTries = 0;
  let lostAt = performance.now();
  let retry: NodeJS.Timeout | undefined;
  let isClosed = false;

  parts.store.onFrames(() => session?.flush());
  connect();

  function connect(): void {
    const url = parts.address.now(); // guard: worker-to-running
    if (url === null) return tryAgain(reconnectDelayMs(failedTries, Math.random));
    session = startLinkSession({
      ...parts,
      url,
      isThere: () => parts.address.now() === url,
      welcomed() {
        online = true;
        failedTries = 0;
        parts.welcomed();
      },
      untrusted(why) {
        isClosed = true;
        parts.untrusted(why);
      },
      closed(code) {
        session = null;
        if (online) lostAt = performance.now();
        online = false;
        if (isClosed) return;
        if (code === GOING_AWAY) parts.stopped();
        if (code === CLOSE_CODES.unauthorized) return parts.refused();
        const isLong = LONG_PAUSES.includes(code);
        tryAgain(isLong ? LONG_PAUSE_MS : reconnectDelayMs(failedTries, Math.random));
      },
    });
  }

  function tryAgain(delayMs: number): void {
    failedTries += 1;
    retry = setTimeout(connect, delayMs);
  }

  return {
    get isOnline() {
      return online;
    },
    tell: (frame) => session?.tell(frame),
    awayMs: () => (online ? 0 : performance.now() - lostAt),
    close() {
      isClosed = true;
      clearTimeout(retry);
      session?.close();
    },
  };
}
