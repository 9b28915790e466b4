import { once } from 'node:events';
import { createServer } from 'node:http';
import { WebSocket, WebSocketServer } from 'ws';

import { SUBPROTOCOL } from '../../shared/protocol/index.ts';
import { passOn } from '../../tests/kit/pass-on.ts';
import type { FaultLink } from '../faults/fault.ts';
import type { WorldClock } from './world-clock.ts';
import { Lane } from './lane.ts';

/** A stand-in for all that lies between browsers and the conductor. Browsers are known by their Origin. */
export interface LinkProxy {
  /** Address that browsers take for the conductor's. */
  readonly url: string;
  linkOf(origin: string): FaultLink;
  close(): Promise<void>;
}

export async function startLinkProxy(
  conductorUrl: () => string,
  clock: WorldClock,
): Promise<LinkProxy> {
  const links = new Map<string, Link>();
  // What is no frame, as a pairing, passes unharmed.
  const server = createServer((incoming, outgoing) =>
    passOn(incoming, outgoing, new URL(conductorUrl())),
  );
  const sockets = new WebSocketServer({ server, handleProtocols: () => SUBPROTOCOL });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  function linkOf(origin: string): Link {
    const link = links.get(origin) ?? new Link(clock);
    links.set(origin, link);
    return link;
  }

  sockets.on('connection', (browser, request) => {
    const { origin = '' } = request.headers;
    const target = `${conductorUrl().replace('http', 'ws')}${request.url ?? ''}`;
    linkOf(origin).join(browser, new WebSocket(target, SUBPROTOCOL, { origin }));
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The proxy has no port.');

  return {
    url: `http://127.0.0.1:${address.port}`,
    linkOf,
    async close() {
      for (const client of sockets.clients) client.terminate();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

class Link implements FaultLink {
  readonly #clock: WorldClock;
  #now: { readonly ends: readonly WebSocket[]; readonly lanes: readonly Lane[] } | null = null;
  #cutOff = (): void => undefined;

  constructor(clock: WorldClock) {
    this.#clock = clock;
  }

  join(browser: WebSocket, conductor: WebSocket): void {
    const up = new Lane(this.#clock, (text) => conductor.send(text));
    const down = new Lane(this.#clock, (text) => browser.send(text));
    const connection = { ends: [browser, conductor], lanes: [up, down] };
    this.#now = connection;
    let silent = false;

    browser.on('message', (data: Buffer) => up.pass(data.toString('utf8')));
    conductor.on('message', (data: Buffer) => down.pass(data.toString('utf8')));
    conductor.on('open', () => up.open());
    down.open();
    for (const end of connection.ends) end.on('error', () => end.terminate());
    const over = (): void => {
      up.end();
      down.end();
      if (this.#now === connection) this.#now = null;
    };
    browser.on('close', () => {
      over();
      conductor.terminate();
    });
    conductor.on('close', (code, reason) => {
      over();
      if (silent) return;
      // Codes that only stand for "no close frame came" may not be sent in one.
      if (code === 1005 || code === 1006) browser.terminate();
      else browser.close(code, reason);
    });
    this.#cutOff = () => {
      silent = true;
      conductor.terminate();
    };
  }

  cut(): void {
    for (const end of this.#now?.ends ?? []) end.terminate();
  }

  halfOpen(forMs: number): void {
    const connection = this.#now;
    if (connection === null) return;
    this.#cutOff();
    this.#clock.after(forMs, () => connection.ends[0]?.terminate());
  }

  repeat(frames: number): void {
    for (const lane of this.#now?.lanes ?? []) lane.repeat(frames);
  }

  delay(forMs: number): void {
    for (const lane of this.#now?.lanes ?? []) lane.hold(forMs);
  }

  swap(times: number): void {
    for (const lane of this.#now?.lanes ?? []) lane.swap(times);
  }
}
