import type { WebSocket } from 'ws';

import { assertNever } from '../../../../shared/lib/assert-never.ts';
import {
  advance,
  type Advanced,
  ENDED,
  type Link,
  type LinkEvent,
  type LinkOutput,
  openLink,
  type Standing,
} from '../../../../shared/link/link.ts';
import type {
  ExtensionBusinessFrame,
  ExtensionFrame,
  FrameOf,
} from '../../../../shared/protocol/index.ts';
import { NotCommitted } from '../../engine/step.ts';
import type { BridgeServices } from './bridge-services.ts';
import { textLength } from './frame-weight.ts';

/** More than this waiting in the socket: hold further frames back until it drains. */
const MAX_BUFFERED_BYTES = 1_048_576;

/** Frames per read: large frames that the socket has no room for are read again, so few. */
const FRAMES_PER_READ = 4;

/** As many frames of a browser, or as much text in them, wait to be taken: more would hold others up. */
const MAX_WAITING_FRAMES = 64;

const MAX_WAITING_TEXT = 1_000_000;

const SHORTEST_PING_MS = 50;

/** Drives the link with one browser that was let in. */
export interface BrowserLink {
  /** The welcome is out: frames may follow it. */
  begin(): void;
  heard(): void;
  take(frame: Exclude<ExtensionFrame, FrameOf<'hello'>>): void;
  /** A frame of that `seq` was refused for its shape: its sender's stream moves on. */
  passOver(seq: number): void;
  /** New frames wait in the outbox. */
  flush(): void;
  end(): void;
}

/** Parts that the link of one browser works with. */
export interface BrowserLinkParts {
  readonly socket: WebSocket;
  readonly clientId: string;
  readonly services: BridgeServices;
  readonly isOpen: () => boolean;
  readonly send: (body: { readonly type: string; readonly [field: string]: unknown }) => void;
  readonly countRefusal: () => void;
  /** Ends the connection for a fault of ours. */
  readonly fail: (what: string, cause: unknown) => void;
  /** Ends a connection on which nothing is heard. */
  readonly endSilent: () => void;
}

type Event = LinkEvent<ExtensionBusinessFrame>;
type Output = LinkOutput<ExtensionBusinessFrame>;

/** Opens the conductor's end of the link to one browser, from where its stored numbers stand. */
export function openBrowserLink(parts: BrowserLinkParts, standing: Standing): BrowserLink {
  const { socket, clientId, services, isOpen, send, fail } = parts;
  const { log, settings, steadyNow } = services;
  const opened = openLink(
    standing,
    {
      pingAfterMs: Math.max(SHORTEST_PING_MS, settings.pingIntervalMs / 2),
      deadAfterMs: 2 * settings.pingIntervalMs,
      maxWaitingFrames: MAX_WAITING_FRAMES,
      maxWaitingText: MAX_WAITING_TEXT,
    },
    steadyNow(),
  );
  let link: Link = ENDED;
  let beat: NodeJS.Timeout | undefined;
  /** Frames of the outbox are being read and written; since that began there may be more. */
  let writing = false;
  let wanted = false;
  /** Ends what it is told of how everything stands; does nothing before it asks. */
  let unwatch = (): void => undefined;

  function on(event: Event): void {
    follow(advance(link, event));
  }

  function follow(advanced: Advanced<ExtensionBusinessFrame>): void {
    ({ link } = advanced);
    for (const output of advanced.outputs) carryOut(output);
  }

  function carryOut(output: Output): unknown {
    switch (output.do) {
      case 'take':
        return record(output.frame, output.expected);
      case 'skip':
        return keep(output.seq, () => services.skip(clientId, output.seq));
      case 'refuse':
        return refuse(output.frame, output.expected);
      case 'forget':
        return forget(output.seq);
      case 'write':
        return write(output.after);
      case 'ask_for_ack':
        return setImmediate(() => on({ type: 'ack_due' }));
      case 'send':
        return send(output.frame);
      case 'pause':
        return socket.pause();
      case 'resume':
        return socket.resume();
      case 'wait':
        return (beat = setTimeout(() => on({ type: 'beat', atMs: steadyNow() }), output.ms));
      case 'give_up':
        return parts.endSilent();
      default:
        return assertNever(output);
    }
  }

  function record(frame: ExtensionBusinessFrame, expected: number): void {
    const { id, seq, type } = frame;
    if (seq > expected) {
      log.warn({ client_id: clientId, expected, seq }, 'frames of a browser are missing');
    }
    keep(seq, async () => {
      try {
        const refusals = await services.record(clientId, frame, isOpen);
        for (const { code, message, path } of refusals) {
          services.refused(code);
          send({ type: 'error', code, message, path, ref_id: id });
        }
      } catch (cause) {
        if (cause instanceof NotCommitted) throw cause;
        // A bug of ours must not stop the browser's stream: note the frame, say so, go on.
        log.error({ err: cause, client_id: clientId, type, seq }, 'taking a frame failed');
        const message = 'The conductor failed on this frame; see its log.';
        send({ type: 'error', code: 'internal', message, path: null, ref_id: id });
        await services.skip(clientId, seq);
      }
    });
  }

  /** Asked for in the order they came, so they commit in that order; those that came together share a commit. */
  function keep(seq: number, work: () => Promise<void>): void {
    work().then(
      () => on({ type: 'kept', seq }),
      (cause: unknown) => fail('a frame could not be kept', cause),
    );
  }

  function refuse({ id, seq }: ExtensionBusinessFrame, expected: number): void {
    parts.countRefusal();
    services.refused('out_of_order');
    const message = `expected ${expected}, got ${seq}`;
    send({ type: 'error', code: 'out_of_order', message, path: 'seq', ref_id: id });
  }

  function forget(seq: number): void {
    try {
      services.acknowledge(clientId, seq);
    } catch (cause) {
      log.error({ err: cause, client_id: clientId }, 'acked frames could not be dropped');
    }
  }

  /** One at a time: two at once would write the same frames. */
  function write(after: number): void {
    wanted = true;
    if (writing) return;
    writing = true;
    writeAsFarAsThereIsRoom(after).catch((cause: unknown) =>
      fail('frames could not be sent', cause),
    );
  }

  /** The rest goes out with the ack of what is under way. */
  async function writeAsFarAsThereIsRoom(after: number): Promise<void> {
    try {
      for (let from = after; wanted && isOpen();) {
        wanted = false;
        const frames = await services.framesAfter(clientId, from, FRAMES_PER_READ);
        for (const { seq, frameJson } of frames) {
          if (!isOpen() || socket.bufferedAmount >= MAX_BUFFERED_BYTES) return;
          socket.send(frameJson);
          on({ type: 'wrote', seq });
          from = seq;
        }
        wanted ||= frames.length === FRAMES_PER_READ;
      }
    } finally {
      writing = false;
    }
  }

  function answer(asked: Parameters<typeof services.textFor>[1]): void {
    services.textFor(clientId, asked).then(
      (text) => send({ type: 'text', ref_id: asked.id, text }),
      (cause: unknown) => {
        log.error({ err: cause, client_id: clientId }, 'a text could not be read');
        send({ type: 'text', ref_id: asked.id, text: null });
      },
    );
  }

  function watchOverview(): void {
    unwatch();
    unwatch = services.watchOverview((overview) => send({ type: 'overview', ...overview }));
  }

  function noteRefusal({ code, path, ref_id }: FrameOf<'error'>): void {
    log.warn({ client_id: clientId, code, path, ref_id }, 'the browser refused a frame');
  }

  return {
    begin: () => follow(opened),
    heard: () => on({ type: 'heard', atMs: steadyNow() }),
    passOver: (seq) => on({ type: 'unreadable_came', seq }),
    flush: () => on({ type: 'frames_wait' }),
    take(frame) {
      switch (frame.type) {
        case 'ack':
          return on({ type: 'acked', seq: frame.seq });
        case 'ping':
          return on({ type: 'pinged', id: frame.id });
        case 'pong':
          return;
        case 'error':
          return noteRefusal(frame);
        case 'overview_watch':
          return watchOverview();
        case 'reply.progress':
        case 'site.report':
        case 'resource.event':
          return services.told(clientId, frame);
        case 'message_ask':
        case 'briefing_ask':
        case 'face_ask':
          return answer(frame);
        default:
          return on({ type: 'frame_came', frame, text: textLength(frame) });
      }
    },
    end() {
      on({ type: 'over' });
      clearTimeout(beat);
      unwatch();
    },
  };
}
