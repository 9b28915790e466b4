import { EventEmitter, once } from 'node:events';

import { WebSocket } from 'ws';

import {
  BRIDGE_PATH,
  type ConductorFrame,
  type ExtensionBusinessFrame,
  type FrameOf,
  parseConductorFrame,
  PROTOCOL_VERSION,
  SUBPROTOCOL,
  type Unsent,
} from '../../shared/protocol/index.ts';

export const SIMULATED_ORIGIN = 'moz-extension://11111111-2222-4333-8444-555555555555';

/** The disk of a browser: all that is left of it after a crash. */
export interface BrowserDisk {
  token: string;
  lastReceivedSeq: number;
  lastSentSeq: number;
  outbox: ExtensionBusinessFrame[];
}

/** Lets a browser in, as its extension does. */
export async function pairBrowser(
  url: string,
  adminSecret: string,
  origin = SIMULATED_ORIGIN,
): Promise<BrowserDisk> {
  const offer = await fetch(`${url}/v1/pairing/codes`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminSecret}` },
  });
  const { link } = (await offer.json()) as { link: string };
  const code = new URL(link).hash.replace('#code=', '');
  const claim = await fetch(`${url}/v1/pairing/claim`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({
      code,
      browser: { name: 'simulated', version: '1' },
      extension_version: '1',
    }),
  });
  if (!claim.ok) throw new Error(`pairing failed: ${await claim.text()}`);
  const { token } = (await claim.json()) as { token: string };
  return { token, lastReceivedSeq: 0, lastSentSeq: 0, outbox: [] };
}

/**
 * Speaks the real frames over the real socket: durable outbox, cumulative acks, resume. It comes back by
 * itself when the link breaks, as the extension does. Emits `frame`, `welcome` and `closed`.
 */
export class SimulatedBrowser extends EventEmitter<{
  frame: [ConductorFrame];
  welcome: [FrameOf<'welcome'>];
  closed: [{ code: number; reason: string }];
}> {
  readonly disk: BrowserDisk;
  /** The conductor may come back on another port. */
  url: string;
  readonly origin: string;
  #socket: WebSocket | null = null;
  #online = false;
  #stopped = false;
  #nextId = 0;

  constructor(url: string, disk: BrowserDisk, origin = SIMULATED_ORIGIN) {
    super();
    this.url = url;
    this.disk = disk;
    this.origin = origin;
  }

  /** Connects, and resolves when welcomed. */
  async connect(): Promise<FrameOf<'welcome'>> {
    const welcomed = once(this, 'welcome') as Promise<[FrameOf<'welcome'>]>;
    this.#open();
    return (await welcomed)[0];
  }

  /** Puts a business frame into the outbox, and on the wire when there is one. It makes its own `id` if none is given. */
  send(body: Unsent<ExtensionBusinessFrame> & { readonly id?: string }): ExtensionBusinessFrame {
    const seq = (this.disk.lastSentSeq += 1);
    const frame = { v: PROTOCOL_VERSION, id: `b${seq}`, seq, ...body } as ExtensionBusinessFrame;
    this.disk.outbox.push(frame);
    if (this.#online) this.raw(JSON.stringify(frame));
    return frame;
  }

  /** Anything at all, as it is. */
  raw(text: string | Buffer): void {
    this.#socket?.send(text);
  }

  /** Resolves with the next frame of the type, from now on. */
  async next<T extends ConductorFrame['type']>(type: T): Promise<FrameOf<T>> {
    for (;;) {
      const [frame] = (await once(this, 'frame')) as [ConductorFrame];
      if (frame.type === type) return frame as FrameOf<T>;
    }
  }

  /** Reads nothing any more, and so answers nothing: a browser that hangs. */
  freeze(): void {
    this.#socket?.pause();
  }

  /** Breaks the link, which comes back by itself. */
  cut(): void {
    this.#socket?.terminate();
  }

  close(): void {
    this.#stopped = true;
    this.#socket?.terminate();
  }

  #open(): void {
    const socket = new WebSocket(`${this.url.replace('http', 'ws')}${BRIDGE_PATH}`, SUBPROTOCOL, {
      origin: this.origin,
    });
    this.#socket = socket;
    socket.on('open', () =>
      this.raw(
        JSON.stringify({
          v: PROTOCOL_VERSION,
          id: `h${(this.#nextId += 1)}`,
          type: 'hello',
          token: this.disk.token,
          last_seq: this.disk.lastReceivedSeq,
          browser: { name: 'simulated', version: '1' },
          extension_version: '1',
        }),
      ),
    );
    socket.on('message', (data: Buffer) => this.#receive(data.toString('utf8')));
    socket.on('error', () => undefined);
    socket.on('close', (code, reason) => {
      this.#online = false;
      this.emit('closed', { code, reason: reason.toString() });
      if (!this.#stopped && this.#socket === socket)
        setTimeout(() => this.#stopped || this.#open(), 25);
    });
  }

  #receive(raw: string): void {
    const parsed = parseConductorFrame(raw);
    if (!parsed.ok)
      throw new Error(
        `the conductor sent what it may not: ${parsed.error.message} at ${parsed.error.path}`,
      );
    const frame = parsed.value;
    if (frame.type === 'welcome') {
      this.#online = true;
      this.disk.outbox = this.disk.outbox.filter((waiting) => waiting.seq > frame.last_seq);
      for (const waiting of this.disk.outbox) this.raw(JSON.stringify(waiting));
      this.emit('welcome', frame);
    } else if (frame.type === 'ack') {
      this.disk.outbox = this.disk.outbox.filter((waiting) => waiting.seq > frame.seq);
    } else if (frame.type === 'ping') {
      this.raw(
        JSON.stringify({
          v: PROTOCOL_VERSION,
          id: `p${(this.#nextId += 1)}`,
          type: 'pong',
          ping_id: frame.id,
        }),
      );
    } else if ('seq' in frame) {
      if (frame.seq <= this.disk.lastReceivedSeq) return;
      this.disk.lastReceivedSeq = frame.seq;
      this.raw(
        JSON.stringify({ v: PROTOCOL_VERSION, id: `a${frame.seq}`, type: 'ack', seq: frame.seq }),
      );
    }
    this.emit('frame', frame);
  }
}
