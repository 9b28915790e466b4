import type { TapCommand, TapEvent } from '../messages/tap-messages.ts';
import { TAP_ASK, TAP_OFFER } from '../messages/tap-messages.ts';
import { messageData } from './natives.ts';

export interface TapPort {
  /** Waits in the port, in order, until the content script listens. */
  readonly post: (event: TapEvent) => void;
}

/**
 * Meets the content script. A nonce goes over in a synchronous DOM event, at a time when no script of the
 * page can listen; then a port follows in a window message that quotes the nonce, which the content script
 * takes before any listener of the page. Whichever world starts second makes the exchange happen. There is
 * one port, and it is given away once.
 */
export function openTapPort(
  onCommand: (command: TapCommand) => void,
  ask = TAP_ASK,
  offered = TAP_OFFER,
): TapPort {
  const { port1, port2 } = new MessageChannel();
  const post = port1.postMessage.bind(port1); // guard: saved-built-ins
  const nonce = String(crypto.getRandomValues(new Uint32Array(4)));
  const offer = (): void => {
    document.dispatchEvent(new CustomEvent(offered, { detail: nonce }));
  };
  const onAsk = (event: Event): void => {
    event.stopImmediatePropagation();
    offer();
    postMessage(nonce, location.origin, [port2]);
  };
  document.addEventListener(ask, onAsk, { capture: true, once: true });
  port1.onmessage = (message) => onCommand(messageData(message) as TapCommand);
  offer();
  return { post };
}
