import { reconnectDelayMs } from '../../../shared/link/reconnect-delay.ts';
import type { CodedError } from '../../../shared/model/error-codes.ts';
import type { FrameOf } from '../../../shared/protocol/index.ts';
import type { LinkState } from '../../messages/popup-messages.ts';
import type { Clock, Introduction, OpenSocket } from '../ports.ts';
import { type RowStore, metaOf } from '../storage/row-store.ts';
import { usualConductorUrl } from './conductor-url.ts';
import {
  type LinkSession,
  type MomentaryFrame,
  type QuestionFrame,
  type SessionDuties,
  startLinkSession,
} from './link-session.ts';
import { afterClose } from './reconnect-policy.ts';

/** The only socket. It comes back by itself for as long as the pairing stands. */
export interface ConductorLink {
  readonly online: boolean;
  state(): LinkState;
  /** Connects if it should be connected and is not. Safe to call at any time. */
  wake(): void;
  /** The pairing has changed: what was connected is not wanted any more. */
  restart(): void;
  /** True as soon as it is online; false when the time is up. */
  whenOnline(limitMs: number): Promise<boolean>;
  /** Overview the conductor sent last; null while the link is not online, or from a conductor that sends none. */
  overview(): FrameOf<'overview'> | null;
  /** Has it told again: not every change of it is told. */
  refreshOverview(): void;
  /** Tells it once, where it is online. */
  tell(told: MomentaryFrame): void;
  /** Null: not online, or there is no such text. */
  ask(question: QuestionFrame): Promise<string | null>;
  /** Called on every change of `state()` and `overview()` but the count of waiting frames. */
  onChange(listener: () => void): void;
}

export interface LinkParts {
  readonly store: RowStore;
  readonly clock: Clock;
  readonly openSocket: OpenSocket;
  readonly introduction: Introduction;
  readonly random: () => number;
  readonly duties: Omit<SessionDuties, 'closed' | 'toldOverview'>;
}

/** Keeps one connection to the conductor open, and opens it again after a pause. */
export function createConductorLink(parts: LinkParts): ConductorLink {
  const { store, clock, openSocket, introduction, random, duties } = parts;
  const listeners = new Set<() => void>();
  let session: LinkSession | null = null;
  let online = false;
  let failedTries = 0;
  let error: CodedError | null = null;
  let pausedUntil = 0;
  let overview: FrameOf<'overview'> | null = null;
  /** Version of the conductor that is connected now, or was last. */
  let conductorVersion: string | null = null;
  let cancelRetry: (() => void) | null = null;

  store.onCommit(() => session?.flush());

  function changed(): void {
    for (const listener of listeners) listener();
  }

  function wake(): void {
    const { pairing } = metaOf(store.view);
    if (session !== null || pairing === null || pairing.refused) return;
    if (clock.now() < pausedUntil) return retryIn(pausedUntil - clock.now());
    cancelRetry?.();
    cancelRetry = null;
    const started = startLinkSession(pairing, store, clock, openSocket, introduction, {
      ...duties,
      welcomed(welcome) {
        online = true;
        conductorVersion = welcome.conductor_version;
        failedTries = 0;
        error = null;
        changed();
        duties.welcomed(welcome);
      },
      toldOverview(told) {
        overview = told;
        changed();
      },
      closed: (code) => {
        if (session === started) closed(code);
      },
    });
    session = started;
    changed();
  }

  function closed(code: number): void {
    session = null;
    online = false;
    overview = null;
    const after = afterClose(code);
    error = after.error;
    if (after.unauthorized) {
      remember().catch(duties.fault);
    } else if (after.pauseMs !== null) {
      pausedUntil = clock.now() + after.pauseMs;
      retryIn(after.pauseMs);
    } else {
      retryIn(reconnectDelayMs(failedTries, random));
      failedTries += 1;
    }
    changed();
  }

  /** A refused token stays refused: a restarted background does not knock again. */
  function remember(): Promise<null> {
    return store.step((view) => {
      const meta = metaOf(view);
      if (meta.pairing === null) return { change: {}, answer: null };
      const refused = { ...meta, pairing: { ...meta.pairing, refused: true } };
      return { change: { put: { meta: [refused] } }, answer: null };
    });
  }

  function retryIn(delayMs: number): void {
    cancelRetry?.();
    cancelRetry = clock.after(delayMs, () => {
      cancelRetry = null;
      wake();
    });
  }

  function whenOnline(limitMs: number): Promise<boolean> {
    if (online) return Promise.resolve(true);
    wake();
    return new Promise((resolve) => {
      const stop = clock.after(limitMs, () => finish(false));
      const finish = (result: boolean): void => {
        stop();
        listeners.delete(look);
        resolve(result);
      };
      const look = (): void => {
        if (online) finish(true);
      };
      listeners.add(look);
    });
  }

  return {
    get online() {
      return online;
    },
    wake,
    whenOnline,
    overview: () => overview,
    tell: (told) => session?.tell(told),
    refreshOverview: () => session?.refreshOverview(),
    ask: (question) => session?.ask(question) ?? Promise.resolve(null),
    onChange: (listener) => void listeners.add(listener),
    restart() {
      const old = session;
      session = null;
      online = false;
      overview = null;
      failedTries = 0;
      pausedUntil = 0;
      error = null;
      old?.close();
      wake();
      changed();
    },
    state() {
      const { pairing } = metaOf(store.view);
      const refused: CodedError | null = pairing?.refused ? afterClose(4401).error : null;
      return {
        status: status(pairing !== null, refused !== null),
        conductor_url: usualConductorUrl(metaOf(store.view)),
        error: refused ?? error,
        waiting: store.view.outbox.size,
        versions: otherVersions(),
      };
    },
  };

  /** Null while both are of one version, or the conductor's is not known. */
  function otherVersions(): LinkState['versions'] {
    const { extension_version: extension } = introduction;
    if (!online || conductorVersion === null || conductorVersion === extension) return null;
    return { extension, conductor: conductorVersion };
  }

  function status(paired: boolean, refused: boolean): LinkState['status'] {
    if (!paired) return 'unpaired';
    if (online) return 'online';
    // The first tries after a start are no news; later ones tell that nobody answers.
    return !refused && error === null && failedTries < 2 ? 'connecting' : 'offline';
  }
}
