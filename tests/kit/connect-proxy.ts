import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';

export interface ConnectProxy {
  readonly port: number;
  /** Hosts that were asked for and refused, as `host:port`. */
  readonly refused: readonly string[];
  close(): Promise<void>;
}

/**
 * An HTTPS proxy that leads each named host to a port on loopback and refuses every other: a browser behind it reaches
 * a local server under the host's true name, and never the internet.
 */
export async function startConnectProxy(
  hosts: Readonly<Record<string, number>>,
): Promise<ConnectProxy> {
  const refused: string[] = [];
  const sockets = new Set<Socket>();
  const track = (socket: Socket): void => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // Browsers reset connections at will; the other half is closed below, and there is nobody to tell.
    socket.on('error', () => socket.destroy());
  };

  const server = createServer((_request, response) => response.writeHead(405).end());
  server.on('connection', track);
  server.on('connect', (request, client: Socket, head: Buffer) => {
    const asked = request.url ?? '';
    const port = hosts[asked.replace(/:443$/, '')];
    if (port === undefined) {
      refused.push(asked);
      client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
      return;
    }
    const upstream = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.write(head);
      upstream.pipe(client).pipe(upstream);
    });
    track(upstream);
    upstream.once('close', () => client.destroy());
    client.once('close', () => upstream.destroy());
  });

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    refused,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
