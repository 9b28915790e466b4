import type { TapCommand, TapEvent } from '../messages/tap-messages.ts';
import { SOCKETS, TAP_ASK, TAP_OFFER } from '../messages/tap-messages.ts';
import { isTapEvent } from '../messages/is-tap-event.ts';
import { pause } from './pause.ts';

export interface TapLink {
  readonly send: (command: Told) => void;
  /**
   * Holds sends back for so long; 0 lets go. The promise matters: the order crosses into another world, and
   * a request made before it got there would leave unseen. False when the tap does not answer.
   */
  readonly arm: (forMs: number) => Promise<boolean>;
  /** Makes lines the document of the editor that has the focus, by the page's own code; false: it has no such. */
  readonly putInView: (lines: readonly string[]) => Promise<boolean>;
  /** Reads a path of the site with the page's own login; null when no answer came. */
  readonly read: (
    path: string,
  ) => Promise<{ readonly status: number; readonly body: string } | null>;
}

/** Commands to the tap that it does not answer. */
type Told = Extract<TapCommand, { kind: 'key' | 'verdict' | 'replay' | 'seek' | 'models' }>;
type ReadAnswer = Extract<TapEvent, { kind: 'read' }>;
/** Events that the tap sends unasked. */
export type PageEvent = Exclude<TapEvent, { kind: 'read' | 'armed' | 'put' }>;

const ANSWERED_WITHIN_MS = 3_000;

/**
 * Meets the tap of this page (see `openTapPort` for the handshake). Its offer is taken only while the
 * document is empty: later, a script of the page could make one.
 */
export function connectTap(
  onEvent: (event: PageEvent) => void,
  signal: AbortSignal,
  suffix = '',
): TapLink {
  const reads = new Map<number, (answer: ReadAnswer | null) => void>();
  /** Callbacks of orders that the tap carries out at once. */
  const orders = new Map<number, (isDone: boolean) => void>();
  const waiting: TapCommand[] = [];
  let lastId = 0;
  let nonce: string | null = null;
  let port: MessagePort | null = null;

  const ask = (): boolean => document.dispatchEvent(new Event(TAP_ASK + suffix));
  const onOffer = (event: Event): void => {
    event.stopImmediatePropagation();
    const isEarly = document.scripts.length === 0 && document.body === null;
    const detail: unknown = event instanceof CustomEvent ? event.detail : null;
    if (nonce !== null || !isEarly || typeof detail !== 'string') return;
    nonce = detail;
    ask();
  };
  const onPort = (event: MessageEvent<unknown>): void => {
    if (nonce === null || event.data !== nonce) return;
    event.stopImmediatePropagation();
    stopMeeting(); // guard: secret-handshake
    const [given] = event.ports;
    if (given === undefined) return;
    port = given;
    given.onmessage = hear;
    for (const command of waiting.splice(0)) given.postMessage(command);
  };
  const stopMeeting = (): void => {
    document.removeEventListener(TAP_OFFER + suffix, onOffer, true);
    window.removeEventListener('message', onPort, true);
  };
  document.addEventListener(TAP_OFFER + suffix, onOffer, true);
  window.addEventListener('message', onPort, true);

  const hear = (message: MessageEvent<unknown>): void => {
    const event = message.data;
    if (!isTapEvent(event)) return;
    if (event.kind === 'request' && !event.held) send({ kind: 'verdict', id: event.id, go: true });
    if (event.kind === 'armed') orders.get(event.id)?.(true);
    else if (event.kind === 'put') orders.get(event.id)?.(event.taken);
    else if (event.kind !== 'read') onEvent(event);
    else {
      reads.get(event.id)?.(event.status === 0 ? null : event);
      reads.delete(event.id);
    }
  };
  const send = (command: TapCommand): void => {
    if (port === null) waiting.push(command);
    else port.postMessage(command);
  };
  signal.addEventListener('abort', () => {
    send({ kind: 'arm', id: 0, for_ms: 0 });
    send({ kind: 'end' });
    port?.close();
    stopMeeting();
    for (const answer of reads.values()) answer(null);
  });
  ask();

  /** False when it is not done, or the tap does not answer. */
  async function order(command: Extract<TapCommand, { kind: 'arm' | 'put' }>): Promise<boolean> {
    const answered = new AbortController();
    let isDone = false;
    orders.set(command.id, (done) => {
      isDone = done;
      answered.abort();
    });
    send(command);
    await pause(ANSWERED_WITHIN_MS, AbortSignal.any([answered.signal, signal]));
    orders.delete(command.id);
    return isDone;
  }

  return {
    send,
    arm: (forMs) => order({ kind: 'arm', id: ++lastId, for_ms: forMs }),
    putInView: (lines) => order({ kind: 'put', id: ++lastId, lines }),
    read: (path) =>
      new Promise((resolve) => {
        const id = ++lastId;
        reads.set(id, resolve);
        send({ kind: 'read', id, path });
      }),
  };
}

/** Both taps as one: the requests' and the sockets'. Armed is what both hold. */
export function connectBothTaps(onEvent: (event: PageEvent) => void, signal: AbortSignal): TapLink {
  const requests = connectTap(onEvent, signal);
  const sockets = connectTap(onEvent, signal, SOCKETS);
  return {
    send(command) {
      const isOfSocket = command.kind === 'verdict' && command.id < 0;
      (isOfSocket ? sockets : requests).send(command);
    },
    async arm(forMs) {
      const armed = await Promise.all([requests.arm(forMs), sockets.arm(forMs)]);
      return !armed.includes(false);
    },
    putInView: requests.putInView,
    read: requests.read,
  };
}
