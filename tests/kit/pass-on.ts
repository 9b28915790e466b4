import { type IncomingMessage, request, type ServerResponse } from 'node:http';

/** Hands a request to the server at `target` under that server's own name, and its answer back. */
export function passOn(incoming: IncomingMessage, outgoing: ServerResponse, target: URL): void {
  const headers = { ...incoming.headers, host: target.host };
  const onward = request(
    new URL(incoming.url ?? '/', target),
    { method: incoming.method, headers },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    },
  );
  onward.on('error', () => outgoing.destroy());
  incoming.pipe(onward);
}
