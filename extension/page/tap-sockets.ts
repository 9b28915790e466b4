import {
  getterOf,
  intercept,
  interceptConstructor,
  matches,
  messageData,
  nothing,
  on,
  privateMap,
  SafePromise,
  settle,
  unbound,
  withoutQuery,
} from './natives.ts';
import { isBinary, keptBody, plainText } from './plain-body.ts';
import type { SendGate } from './send-gate.ts';
import type { TapPort } from './tap-port.ts';

interface Line {
  readonly source: number;
  readonly url: string;
  /** Count of texts that wait for a verdict, and the end of the queue behind them: frames keep their order. */
  waiting: number;
  tail: Promise<void>;
}

const urlOf = getterOf<string>(WebSocket, 'url');
const stateOf = getterOf<number>(WebSocket, 'readyState');
const sendNow = unbound(WebSocket, 'send');
const close = unbound(WebSocket, 'close');
const OPEN = 1;
/** A promise of the page's making could be settled when the page likes. */
const LET_GO = SafePromise.resolve(true);
const NOTHING_BEFORE = SafePromise.resolve();

/**
 * Watches WebSockets. While the gate is armed a text leaves only when it is let go, and whatever the page sends after
 * it stays behind it. One that is refused closes the connection: the page sees a broken network, as it may be one.
 */
export function tapSockets(
  { post }: TapPort,
  addresses: RegExp,
  gate: SendGate,
  newSource: () => number,
): void {
  const lines = privateMap<object, Line>();
  let dispatches = 0;

  interceptConstructor('WebSocket', (socket) => {
    if (!matches(addresses, urlOf(socket))) return;
    const source = newSource();
    const url = withoutQuery(urlOf(socket));
    lines.set(socket, { source, url, waiting: 0, tail: NOTHING_BEFORE });
    on(socket, 'message', (event) => {
      const text = messageData(event);
      if (typeof text === 'string') post({ kind: 'message', source, name: null, text });
    });
    on(socket, 'close', () => post({ kind: 'closed', source }));
  });

  intercept(WebSocket.prototype, 'send', (leave, self, args) => {
    const socket = self as WebSocket;
    const line = lines.get(socket);
    // The built-in knows what to do with nothing.
    if (!line || !args.length) {
      leave();
      return;
    }
    const { source, url } = line;
    const data = args[0];
    const text = isBinary(data) ? null : plainText(data);
    if (text !== null) args[0] = text;
    // It knows too what to do where nothing can leave.
    if (stateOf(socket) !== OPEN) {
      leave();
      return;
    }
    const isHeld = text !== null && gate.isArmed();
    const id = text === null ? 0 : --dispatches;
    const announce = (): void => {
      if (text !== null) post({ kind: 'dispatch', id, source, url, text, held: isHeld });
    };
    if (!isHeld && !line.waiting) {
      leave();
      announce();
      return;
    }
    // The page may write on in a buffer it has handed over.
    const kept = text ?? (keptBody(data as Blob) as Blob);
    const verdict = isHeld ? new SafePromise<boolean>((resolve) => gate.hold(id, resolve)) : LET_GO;
    if (isHeld) announce();
    line.waiting += 1;
    line.tail = settle(
      line.tail,
      () =>
        settle(
          verdict,
          (go) => {
            line.waiting -= 1;
            if (!go) close(socket);
            else if (stateOf(socket) === OPEN) {
              sendNow(socket, kept);
              if (!isHeld) announce();
            } else if (isHeld) post({ kind: 'expired', id });
          },
          nothing,
        ),
      nothing,
    );
  });
}
