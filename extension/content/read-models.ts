import { areModelOrigins, modelOrigins } from '../messages/model-origins.ts';
import type { PageEvent, TapLink } from './connect-tap.ts';

/** A part of `browser.storage.local` as this needs it. */
export interface ModelOriginsStorage {
  get(key: string): Promise<Record<string, unknown>>;
  readonly onChanged: {
    addListener(listener: (changes: object) => void): void;
    removeListener(listener: (changes: object) => void): void;
  };
}

type Connect = (onEvent: (event: PageEvent) => void, signal: AbortSignal) => TapLink;

/** Reads the page's requests to its own origin, and to those that a person named for this page, from the click on. */
export function readModels(connect: Connect, storage: ModelOriginsStorage): Connect {
  return (onEvent, signal) => {
    const { origin } = location;
    let named: readonly string[] = [];
    const tap = connect((event) => {
      if (mayBeRead(event, [origin, ...named])) onEvent(event);
    }, signal);
    const tell = async (): Promise<void> => {
      // Where the extension is gone its storage is, too.
      named = await modelOrigins(storage, origin).catch(() => []);
      tap.send({ kind: 'models', origins: named });
    };
    const changed = (changes: object): void => {
      if (areModelOrigins(changes, origin)) told = tell();
    };
    let told = tell();
    storage.onChanged.addListener(changed);
    signal.addEventListener('abort', () => storage.onChanged.removeListener(changed));
    // A delivery's own request must not leave unseen.
    return { ...tap, arm: (forMs) => told.then(() => tap.arm(forMs)) };
  };
}

/** Returns whether an event may be read. Requests to other origins are dropped: the tap lives in the page's realm. */
export function mayBeRead(event: PageEvent, origins: readonly string[]): boolean {
  if (event.kind !== 'request') return true;
  // guard: named-models
  return URL.canParse(event.url) && origins.includes(new URL(event.url).origin);
}
