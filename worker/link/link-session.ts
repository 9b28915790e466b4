import { randomUUID } from 'node:crypto';

import { WebSocket } from 'ws';

import { assertNever } from '../../shared/lib/assert-never.ts';
import {
  advance,
  type Advanced,
  ENDED,
  type Link,
  type LinkEvent,
  type LinkOutput,
  openLink,
} from '../../shared/link/link.ts';
import {
  BRIDGE_PATH,
  CLOSE_CODES,
  type ConductorBusinessFrame,
  type FrameOf,
  parseConductorFrame,
  PROTOCOL_VERSION,
  SUBPROTOCOL,
  type Unsent,
} from '../../shared/protocol/index.ts';
import { certificateFault } from '../../conductor/src/certificate-fault.ts';
import type { WorkerStore } from '../store/worker-store.ts';

const WELCOME_LIMIT_MS = 10_000;
const SHORTEST_PING_MS = 50;
/** More than this waiting in the socket: the rest goes out with the ack of what is under way. */
const MAX_BUFFERED_BYTES = 1_048_576;
const FRAMES_PER_READ = 16;
const HTTP_FORBIDDEN = 403;

export interface SessionParts {
  readonly url: string;
  /** Is the conductor still where it was dialled? The port may be another's since, who is told nothing then. */
  readonly isThere: () => boolean;
  readonly token: string;
  /** Origin by which the conductor knows that this is a worker. */
  readonly origin: string;
  readonly version: string;
  readonly store: WorkerStore;
  readonly welcomed: () => void;
  /** Makes it durable before it returns. */
  readonly take: (frame: ConductorBusinessFrame) => void;
  /** Called before it is closed, where the certificate of the other side is not its own. */
  readonly untrusted: (why: string) => void;
  /** Called once, with the close code. */
  readonly closed: (code: number) => void;
}

export type Unnumbered = Unsent<FrameOf<'resource.event'>>;

export interface LinkSession {
  /** Sends what waits in the outbox. */
  flush(): void;
  /** Sends what is worth nothing later: not numbered, and lost where the link is away. */
  tell(frame: Unnumbered): void;
  close(): void;
}

type Event = LinkEvent<ConductorBusinessFrame>;
type Output = LinkOutput<ConductorBusinessFrame>;

/** One socket's life: hello, welcome, frames both ways, close. */
export function startLinkSession(parts: SessionParts): LinkSession {
  const { store } = parts;
  let link: Link = ENDED;
  let phase: 'greeting' | 'open' | 'over' = 'greeting';
  /** The one time it waits for: the welcome's, then that of the next beat. */
  let timer = setTimeout(() => over(1006), WELCOME_LIMIT_MS);
  const socket = new WebSocket(`${parts.url.replace(/^http/, 'ws')}${BRIDGE_PATH}`, SUBPROTOCOL, {
    origin: parts.origin,
    perMessageDeflate: false,
  });

  socket.on('open', () => {
    if (!parts.isThere()) return over(1006); // guard: worker-told-running
    say({
      type: 'hello',
      token: parts.token,
      last_seq: store.streams().received,
      browser: { name: 'Baton worker', version: parts.version },
      extension_version: parts.version,
    });
  });
  socket.on('message', (data: Buffer) => receive(data.toString('utf8')));
  socket.on('unexpected-response', (_, { statusCode }) =>
    over(statusCode === HTTP_FORBIDDEN ? CLOSE_CODES.unauthorized : 1006),
  );
  socket.on('error', (cause) => {
    const why = certificateFault(cause);
    if (why !== null) parts.untrusted(why);
    over(1006);
  });
  socket.on('close', (code) => over(code));

  function over(code: number): void {
    if (phase === 'over') return;
    phase = 'over';
    clearTimeout(timer);
    on({ type: 'over' });
    socket.terminate();
    parts.closed(code);
  }

  function say(body: { readonly type: string; readonly [field: string]: unknown }): void {
    if (socket.readyState !== socket.OPEN) return;
    socket.send(JSON.stringify({ v: PROTOCOL_VERSION, id: randomUUID(), ...body }));
  }

  function on(event: Event): void {
    follow(advance(link, event));
  }

  function follow(advanced: Advanced<ConductorBusinessFrame>): void {
    ({ link } = advanced);
    for (const output of advanced.outputs) carryOut(output);
  }

  function carryOut(output: Output): unknown {
    switch (output.do) {
      case 'take':
        return keep(output.frame.seq, () => parts.take(output.frame));
      case 'skip':
        return keep(output.seq, () => store.receive(output.seq));
      case 'refuse':
        // What is missing comes with the next connection.
        return over(1006);
      case 'forget':
        return store.forget(output.seq);
      case 'write':
        return write(output.after);
      case 'ask_for_ack':
        return setImmediate(() => on({ type: 'ack_due' }));
      case 'send':
        return say(output.frame);
      case 'pause':
        return socket.pause();
      case 'resume':
        return socket.resume();
      case 'wait':
        return (timer = setTimeout(() => on({ type: 'beat', atMs: performance.now() }), output.ms));
      case 'give_up':
        return over(1006);
      default:
        return assertNever(output);
    }
  }

  /** A frame that could not be made durable is not acked: the next connection brings it again. */
  function keep(seq: number, work: () => void): void {
    try {
      work();
    } catch {
      return over(1011);
    }
    on({ type: 'kept', seq });
  }

  function write(after: number): void {
    for (let from = after; phase === 'open';) {
      const frames = store.framesAfter(from, FRAMES_PER_READ);
      for (const { seq, text } of frames) {
        if (socket.bufferedAmount >= MAX_BUFFERED_BYTES) return;
        socket.send(text);
        on({ type: 'wrote', seq });
        from = seq;
      }
      if (frames.length < FRAMES_PER_READ) return;
    }
  }

  function receive(raw: string): void {
    if (phase === 'over') return;
    on({ type: 'heard', atMs: performance.now() });
    const parsed = parseConductorFrame(raw);
    if (!parsed.ok) {
      const { seq, ...fault } = parsed.error;
      say({ type: 'error', ...fault });
      if (seq !== null && seq > 0) on({ type: 'unreadable_came', seq });
      return;
    }
    const frame = parsed.value;
    switch (frame.type) {
      case 'welcome':
        return begin(frame);
      case 'ack':
        return on({ type: 'acked', seq: frame.seq });
      case 'ping':
        return on({ type: 'pinged', id: frame.id });
      case 'error':
        // A frame of ours got lost on the way, and so would all that follow: begin again from its last.
        return frame.code === 'out_of_order' && frame.path === 'seq' ? over(1006) : undefined;
      case 'pong':
      case 'overview':
      case 'text':
        return;
      default:
        if (phase === 'open') on({ type: 'frame_came', frame, text: 0 });
    }
  }

  function begin({ last_seq: peerHas, ping_interval_ms }: FrameOf<'welcome'>): void {
    if (phase !== 'greeting') return;
    clearTimeout(timer);
    phase = 'open';
    store.countOn(peerHas);
    const pingAfterMs = Math.max(ping_interval_ms, SHORTEST_PING_MS);
    const limits = {
      pingAfterMs,
      deadAfterMs: 2 * pingAfterMs,
      maxWaitingFrames: Infinity,
      maxWaitingText: Infinity,
    };
    follow(openLink({ peerHas, ...store.streams() }, limits, performance.now()));
    parts.welcomed();
  }

  return {
    flush: () => on({ type: 'frames_wait' }),
    tell(frame) {
      if (phase === 'open' && socket.bufferedAmount < MAX_BUFFERED_BYTES) say(frame);
    },
    close: () => over(1000),
  };
}
