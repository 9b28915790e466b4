import { SOCKETS, TAP_ASK, TAP_OFFER } from '../../../extension/messages/tap-messages.ts';
import type { TapCommand, TapEvent } from '../../../extension/messages/tap-messages.ts';
import { startSocketTap } from '../../../extension/page/start-socket-tap.ts';

/** The socket tap in a page, and in the content script's place the test. */
export interface SocketPage {
  readonly native: { readonly WebSocket: object; readonly EventSource: object };
  readonly told: TapEvent[];
  readonly command: (command: TapCommand) => void;
  /** The first event that fits, be it told already or later. */
  readonly until: (kind: TapEvent['kind'], skip?: number) => Promise<TapEvent>;
}

declare global {
  interface Window {
    tapped?: SocketPage;
  }
}

const native = { WebSocket: window.WebSocket, EventSource: window.EventSource };
let nonce: unknown;
document.addEventListener(TAP_OFFER + SOCKETS, (event) => {
  nonce = event instanceof CustomEvent ? event.detail : null;
});
window.addEventListener('message', ({ data, ports: [port] }) => {
  if (data !== nonce || port === undefined) return;
  const told: TapEvent[] = [];
  const waiting = new Set<() => void>();
  port.onmessage = ({ data: event }: MessageEvent<TapEvent>) => {
    told.push(event);
    for (const wake of waiting) wake();
  };
  const until = (kind: TapEvent['kind'], skip = 0): Promise<TapEvent> =>
    new Promise((resolve) => {
      const look = (): void => {
        const found = told.filter((event) => event.kind === kind)[skip];
        if (found === undefined) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
    });
  window.tapped = { native, told, until, command: (command) => port.postMessage(command) };
});
startSocketTap(/\/watched/);
document.dispatchEvent(new Event(TAP_ASK + SOCKETS));
