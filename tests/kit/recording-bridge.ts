import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { WebSocket, WebSocketServer } from 'ws';

import { SUBPROTOCOL } from '../../shared/protocol/index.ts';
import { passOn } from './pass-on.ts';

/** Stands between a browser and the conductor and keeps every frame and every body that passes. */
export interface RecordingBridge {
  /** Address that the browser takes for the conductor's. */
  readonly url: string;
  readonly heard: readonly string[];
  /** When each of them came, by `performance.now()`. */
  readonly heardAtMs: readonly number[];
  /** Drops every socket, as a lost network does: no closing frame. */
  cut(): void;
  /** Holds back the conductor's frames until the returned function is called; a lost socket takes them along. */
  holdBack(): () => void;
  close(): Promise<void>;
}

export async function startRecordingBridge(conductorUrl: string): Promise<RecordingBridge> {
  const target = new URL(conductorUrl);
  const heard: string[] = [];
  const heardAtMs: number[] = [];
  const hear = (text: string): void => {
    heardAtMs.push(performance.now());
    heard.push(text);
  };
  let letThrough: Promise<void> | null = null;
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: () => SUBPROTOCOL });

  const server = createServer((incoming, outgoing) => {
    incoming.on('data', (part: Buffer) => hear(part.toString('utf8')));
    passOn(incoming, outgoing, target);
  });

  server.on('upgrade', (incoming, socket, head) => {
    sockets.handleUpgrade(incoming, socket, head, (browser) => {
      const onward = new WebSocket(new URL(incoming.url ?? '/', target), SUBPROTOCOL, {
        ...(incoming.headers.origin !== undefined && { origin: incoming.headers.origin }),
      });
      const early: string[] = [];
      const ended = (): void => {
        browser.terminate();
        onward.terminate();
      };
      browser.on('message', (data: Buffer) => {
        const text = data.toString('utf8');
        hear(text);
        if (onward.readyState === onward.OPEN) onward.send(text);
        else early.push(text);
      });
      onward.on('open', () => {
        for (const text of early) onward.send(text);
      });
      onward.on('message', (data: Buffer) => {
        const text = data.toString('utf8');
        hear(text);
        if (letThrough === null) browser.send(text);
        else void letThrough.then(() => browser.send(text));
      });
      for (const end of [browser, onward]) end.on('close', ended).on('error', ended);
    });
  });

  function cut(): void {
    for (const socket of sockets.clients) socket.terminate();
  }

  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    heardAtMs,
    cut,
    holdBack() {
      const { promise, resolve } = Promise.withResolvers<void>();
      letThrough = promise;
      return () => {
        letThrough = null;
        resolve();
      };
    },
    async close() {
      cut();
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    },
  };
}
