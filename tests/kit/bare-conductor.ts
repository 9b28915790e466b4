import { EventEmitter, once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

import { type WebSocket, WebSocketServer } from 'ws';

import { holdDataDir } from '../../conductor/src/data-dir.ts';
import { runningFile } from '../../conductor/src/running-url.ts';
import {
  BRIDGE_PATH,
  CLOSE_CODES,
  type ConductorBusinessFrame,
  type ExtensionBusinessFrame,
  type FrameOf,
  parseExtensionFrame,
  PROTOCOL_VERSION,
  SUBPROTOCOL,
  type Unsent,
} from '../../shared/protocol/index.ts';

const TOKEN = 'token-of-the-worker';

/**
 * The conductor's end of the wire and nothing behind it: it lets one executor in, keeps what it was told, and asks what
 * it is made to ask. What was not acked is sent again on the next connection.
 */
export class BareConductor extends EventEmitter<{ frame: [ExtensionBusinessFrame] }> {
  readonly frames: ExtensionBusinessFrame[] = [];
  /** Origins that paired. */
  readonly paired: string[] = [];
  readonly #server = createServer();
  readonly #sockets = new WebSocketServer({
    server: this.#server,
    path: BRIDGE_PATH,
    handleProtocols: () => SUBPROTOCOL,
  });
  #socket: WebSocket | null = null;
  #lock: { close(): void } | null = null;
  #waiting: ConductorBusinessFrame[] = [];
  #numbered = 0;
  #received = 0;
  #calls = 0;
  /** False: it knows no token any more. */
  knowsToken = true;
  /** How many codes it still takes. */
  codes = 1;

  constructor() {
    super();
    this.setMaxListeners(0);
    this.#server.on('request', (request, response) => {
      void this.#claim(request).then(([status, body]) =>
        response.writeHead(status).end(JSON.stringify(body)),
      );
    });
    this.#sockets.on('connection', (socket) => this.#connected(socket));
  }

  /** Listens, and is the conductor of that data folder. Its address. */
  async listen(dataDir: string): Promise<string> {
    this.#lock = holdDataDir(dataDir);
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    writeFileSync(runningFile(dataDir), JSON.stringify({ url }));
    return url;
  }

  /** Asks for a verb and resolves with how it ended. The same `call_id` again is the same call. */
  async call(
    tool: string,
    resourceId: string,
    args: Record<string, unknown> = {},
    more: Partial<FrameOf<'tool.call'>> = {},
  ): Promise<FrameOf<'tool.result'>> {
    const callId = this.ask(tool, resourceId, args, more);
    return this.result(callId, more.attempt ?? 1);
  }

  /** The same, and does not wait. */
  ask(
    tool: string,
    resourceId: string,
    args: Record<string, unknown> = {},
    more: Partial<FrameOf<'tool.call'>> = {},
  ): string {
    const call_id = more.call_id ?? `call-${(this.#calls += 1)}`;
    this.send({
      type: 'tool.call',
      call_id,
      chat_session_id: 'chat',
      resource_id: resourceId,
      tool,
      args,
      attempt: 1,
      reconcile: false,
      deadline_ms: 60_000,
      level: 'act',
      expect: null,
      attachments: [],
      ...more,
    });
    return call_id;
  }

  result(callId: string, attempt = 1): Promise<FrameOf<'tool.result'>> {
    return this.first(
      'tool.result',
      (frame) => frame.call_id === callId && frame.attempt === attempt,
    );
  }

  /** The first frame that fits, whether it came already or is still to come. */
  async first<T extends ExtensionBusinessFrame['type']>(
    type: T,
    fits: (frame: FrameOf<T>) => boolean = () => true,
  ): Promise<FrameOf<T>> {
    for (;;) {
      for (const frame of this.frames) {
        if (frame.type === type && fits(frame as FrameOf<T>)) return frame as FrameOf<T>;
      }
      await once(this, 'frame');
    }
  }

  send(body: Unsent<ConductorBusinessFrame>): void {
    const seq = (this.#numbered += 1);
    const frame = { v: PROTOCOL_VERSION, id: `c${seq}`, seq, ...body } as ConductorBusinessFrame;
    this.#waiting.push(frame);
    this.#socket?.send(JSON.stringify(frame));
  }

  /** As a network that is lost. */
  cut(): void {
    this.#socket?.terminate();
    this.#socket = null;
  }

  /** Tells whoever is connected that it is stopped. */
  leave(): void {
    this.#socket?.close(1001, 'stopping');
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#sockets.close();
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
    this.#lock?.close();
  }

  async #claim(request: IncomingMessage): Promise<[number, object]> {
    await json(request);
    if (this.codes === 0)
      return [403, { code: 'pairing_code_invalid', detail: 'The code is used.\u001B[2J\u202E' }];
    this.codes -= 1;
    this.knowsToken = true;
    this.paired.push(request.headers.origin ?? '');
    return [200, { client_id: 'worker', token: TOKEN }];
  }

  #connected(socket: WebSocket): void {
    socket.on('message', (data: Buffer) => {
      const parsed = parseExtensionFrame(data.toString('utf8'));
      if (!parsed.ok) throw new Error(`${parsed.error.message} at ${parsed.error.path}`);
      const frame = parsed.value;
      const say = (body: object): void =>
        socket.send(JSON.stringify({ v: PROTOCOL_VERSION, id: 'x', ...body }));
      if (frame.type === 'hello') {
        if (!this.knowsToken || frame.token !== TOKEN)
          return socket.close(CLOSE_CODES.unauthorized);
        this.#socket = socket;
        say({
          type: 'welcome',
          client_id: 'worker',
          last_seq: this.#received,
          held_job_ids: [],
          ping_interval_ms: 20_000,
          conductor_version: '1',
          now: 1,
        });
        this.#waiting = this.#waiting.filter(({ seq }) => seq > frame.last_seq);
        for (const one of this.#waiting) socket.send(JSON.stringify(one));
      } else if (frame.type === 'ack') {
        this.#waiting = this.#waiting.filter(({ seq }) => seq > frame.seq);
      } else if ('seq' in frame) {
        if (frame.seq <= this.#received) return;
        this.#received = frame.seq;
        say({ type: 'ack', seq: frame.seq });
        this.frames.push(frame);
        this.emit('frame', frame);
      }
    });
  }
}
