import type { BodyReading } from './body-reading.ts';
import { bare, getterOf, interceptConstructor, matches, messageData, on } from './natives.ts';
import type { RequestBook } from './page-request.ts';
import { resolveUrl } from './page-request.ts';
import type { TapPort } from './tap-port.ts';

const eventSourceUrl = getterOf<string>(EventSource.prototype, 'url');
const socketUrl = getterOf<string>(WebSocket.prototype, 'url');

/** Reads an EventSource as the event stream it is. */
export function tapEventSource(
  addresses: RegExp,
  book: RequestBook,
  begin: (id: number) => BodyReading,
): void {
  interceptConstructor('EventSource', (source) => {
    const url = resolveUrl(eventSourceUrl(source));
    if (url === null || !matches(addresses, eventSourceUrl(source))) return;
    const request = { url, method: 'GET', headerNames: '', authorization: null };
    const id = book.announce(request, null, false);
    const reading = begin(id);
    on(source as EventSource, 'open', () => {
      book.respond(id, 200, (name) => (name === 'content-type' ? 'text/event-stream' : null));
    });
    on(source as EventSource, 'message', (event) => {
      const data = messageData(event);
      if (typeof data === 'string') reading.text(asEvent(data));
    });
    on(source as EventSource, 'error', () => reading.end('cut'));
  });
}

/** Reads the text frames of a WebSocket. Its address may hold a secret and is not told. */
export function tapSocket(addresses: RegExp, port: TapPort): void {
  interceptConstructor('WebSocket', (socket) => {
    if (!matches(addresses, socketUrl(socket))) return;
    on(socket as WebSocket, 'message', (event) => {
      const text = messageData(event);
      if (typeof text === 'string') port.post(bare({ kind: 'frame', text }));
    });
  });
}

/** The event as it stood on the wire: one `data:` line for each line of it. */
function asEvent(data: string): string {
  let event = 'data: ';
  for (let index = 0; index < data.length; index += 1) {
    const character = data[index] ?? '';
    event += character === '\n' ? '\ndata: ' : character;
  }
  return `${event}\n\n`;
}
