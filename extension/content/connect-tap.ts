import type { TapCommand, TapEvent } from '../messages/tap-messages.ts';
import { TAP_ASK, TAP_OFFER, TAP_PORT_PREFIX } from '../messages/tap-messages.ts';
import { isTapEvent } from '../messages/is-tap-event.ts';
import { pause } from './background-link.ts';

export interface TapLink {
  readonly send: (command: Extract<TapCommand, { kind: 'key' | 'verdict' }>) => void;
  /**
   * Holds sends back for so long; 0 lets go. The promise matters: the order crosses into another world, and
   * a request made before it got there would leave unseen. False when the tap does not answer.
   */
  readonly arm: (forMs: number) => Promise<boolean>;
  /** Reads a path of the site with the page's own login; null when no answer came. */
  readonly read: (
    path: string,
  ) => Promise<{ readonly status: number; readonly body: string } | null>;
}

type ReadAnswer = Extract<TapEvent, { kind: 'read' }>;
/** What the tap tells unasked. */
export type PageEvent = Exclude<TapEvent, { kind: 'read' | 'armed' }>;

const ARM_WITHIN_MS = 3_000;

/**
 * Meets the tap of this page (see `openTapPort` for the handshake). Its offer is taken only while the
 * document is empty: later, a script of the page could make one.
 */
export function connectTap(onEvent: (event: PageEvent) => void, signal: AbortSignal): TapLink {
  const channel = new MessageChannel();
  const port = channel.port1;
  const reads = new Map<number, (answer: ReadAnswer | null) => void>();
  const arms = new Map<number, () => void>();
  let lastId = 0;

  const onOffer = (event: Event): void => {
    event.stopImmediatePropagation();
    const nonce: unknown = event instanceof CustomEvent ? event.detail : null;
    if (typeof nonce !== 'string' || document.scripts.length > 0 || document.body !== null) return;
    document.removeEventListener(TAP_OFFER, onOffer, true);
    window.postMessage(TAP_PORT_PREFIX + nonce, location.origin, [channel.port2]);
  };
  document.addEventListener(TAP_OFFER, onOffer, true);
  document.dispatchEvent(new Event(TAP_ASK));

  port.onmessage = (message: MessageEvent<unknown>) => {
    const event = message.data;
    if (!isTapEvent(event)) return;
    if (event.kind === 'armed') arms.get(event.id)?.();
    else if (event.kind !== 'read') onEvent(event);
    else {
      reads.get(event.id)?.(event.status === 0 ? null : event);
      reads.delete(event.id);
    }
  };
  signal.addEventListener('abort', () => {
    port.postMessage({ kind: 'arm', id: 0, for_ms: 0 } satisfies TapCommand);
    port.close();
    document.removeEventListener(TAP_OFFER, onOffer, true);
    for (const answer of reads.values()) answer(null);
  });

  const send = (command: TapCommand): void => port.postMessage(command);
  return {
    send,
    async arm(forMs) {
      const id = ++lastId;
      const armed = new AbortController();
      arms.set(id, () => armed.abort());
      send({ kind: 'arm', id, for_ms: forMs });
      await pause(ARM_WITHIN_MS, AbortSignal.any([armed.signal, signal]));
      arms.delete(id);
      return armed.signal.aborted;
    },
    read: (path) =>
      new Promise((resolve) => {
        const id = ++lastId;
        reads.set(id, resolve);
        send({ kind: 'read', id, path });
      }),
  };
}
