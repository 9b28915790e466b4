import type { TapCommand, TapEvent } from '../messages/tap-messages.ts';
import { TAP_ASK, TAP_OFFER, TAP_PORT_PREFIX } from '../messages/tap-messages.ts';
import {
  bare,
  dispatch,
  messageData,
  messagePorts,
  off,
  on,
  postToPort,
  startPort,
  stopEvent,
} from './natives.ts';

export interface TapPort {
  /** Events before the handshake wait for it, in order. */
  readonly post: (event: TapEvent) => void;
}

/**
 * Meets the content script. A nonce goes over in a synchronous DOM event, at a time when no script of the
 * page can listen; then the content script's port comes back in a window message that quotes the nonce.
 * Whichever world starts second makes the exchange happen. One handshake is accepted, the first.
 */
export function openTapPort(onCommand: (command: TapCommand) => void): TapPort {
  const nonce = makeNonce();
  const waiting: Record<number, TapEvent> = bare({});
  let waitingCount = 0;
  let port: MessagePort | null = null;

  const offer = (): void => {
    dispatch(document, new CustomEvent(TAP_OFFER, { detail: nonce }));
  };
  const onAsk = (event: Event): void => {
    stopEvent(event);
    offer();
  };
  const onMessage = (event: Event): void => {
    if (messageData(event) !== TAP_PORT_PREFIX + nonce) return;
    stopEvent(event);
    const given = messagePorts(event)[0];
    if (given === undefined) return;
    off(window, 'message', onMessage, true);
    off(document, TAP_ASK, onAsk, true);
    port = given;
    on(given, 'message', (message) => onCommand(messageData(message) as TapCommand));
    startPort(given);
    for (let index = 0; index < waitingCount; index += 1) postToPort(given, waiting[index]);
    waitingCount = 0;
  };
  on(window, 'message', onMessage, true);
  on(document, TAP_ASK, onAsk, true);
  offer();

  return {
    post(event) {
      if (port !== null) postToPort(port, event);
      else if (waitingCount < MAX_WAITING) waiting[waitingCount++] = event;
    },
  };
}

/** A page without a content script (a removed extension) must not gather events for ever. */
const MAX_WAITING = 200;

function makeNonce(): string {
  const numbers = crypto.getRandomValues(new Uint32Array(4));
  let nonce = '';
  for (let index = 0; index < 4; index += 1) nonce += `${numbers[index] ?? 0}.`;
  return nonce;
}
