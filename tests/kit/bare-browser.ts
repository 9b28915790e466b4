import { once } from 'node:events';

import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';

import {
  BRIDGE_PATH,
  type ConductorFrame,
  type ExtensionBusinessFrame,
  parseConductorFrame,
  PROTOCOL_VERSION,
  SUBPROTOCOL,
  type Unsent,
} from '../../shared/protocol/index.ts';
import type { RunningConductor } from './running-conductor.ts';

/** Each hostile browser has an Origin of its own, as another extension has. */
export const HOSTILE_ORIGIN = 'moz-extension://66666666-2222-4333-8444-555555555555';

/** A paired browser that keeps nothing and acks nothing: it says what it is told to say, true or not. */
export interface BareBrowser {
  readonly frames: readonly ConductorFrame[];
  readonly socket: WebSocket;
  /** The next number of its stream unless one is given. */
  say(body: Unsent<ExtensionBusinessFrame>, seq?: unknown): void;
  /** Anything at all. */
  raw(frame: object): void;
  /** The first frame that fits, whether it came already or is still to come. */
  first<T extends ConductorFrame['type']>(
    type: T,
    fits?: (frame: Extract<ConductorFrame, { type: T }>) => boolean,
  ): Promise<Extract<ConductorFrame, { type: T }>>;
  /** Resolves when the conductor has acked all that was said. */
  allAcked(): Promise<void>;
}

export async function bareBrowser(
  conductor: Pick<RunningConductor, 'url' | 'pair'>,
  {
    lastSeq = 0,
    origin = HOSTILE_ORIGIN,
    token,
  }: { readonly lastSeq?: unknown; readonly origin?: string; readonly token?: string } = {},
): Promise<BareBrowser & { readonly token: string }> {
  const known = token ?? (await conductor.pair(origin)).token;
  const url = `${conductor.url.replace('http', 'ws')}${BRIDGE_PATH}`;
  const socket = new WebSocket(url, SUBPROTOCOL, { origin });
  onTestFinished(() => socket.terminate());
  socket.setMaxListeners(0);
  const frames: ConductorFrame[] = [];
  socket.on('message', (data: Buffer) => {
    const parsed = parseConductorFrame(data.toString('utf8'));
    if (parsed.ok) frames.push(parsed.value);
  });
  await once(socket, 'open');
  let saidSeq = 0;
  const raw = (frame: object): void => socket.send(JSON.stringify(frame));

  const first: BareBrowser['first'] = async (type, fits = () => true) => {
    for (;;) {
      const found = frames.find(
        (frame): frame is Extract<ConductorFrame, { type: typeof type }> =>
          frame.type === type && fits(frame as Extract<ConductorFrame, { type: typeof type }>),
      );
      if (found !== undefined) return found;
      await once(socket, 'message');
    }
  };

  raw({
    v: PROTOCOL_VERSION,
    id: 'h',
    type: 'hello',
    token: known,
    last_seq: lastSeq,
    browser: { name: 'bare', version: '1' },
    extension_version: '1',
  });
  const { last_seq: durable } = await first('welcome');
  saidSeq = durable;
  return {
    token: known,
    frames,
    socket,
    raw,
    first,
    say(body, seq = (saidSeq += 1)) {
      raw({ v: PROTOCOL_VERSION, id: `b${String(seq)}`, seq, ...body });
    },
    async allAcked() {
      await first('ack', ({ seq }) => seq >= saidSeq);
    },
  };
}
