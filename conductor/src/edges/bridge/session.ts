import type { WebSocket } from 'ws';

import type { ErrorCode } from '../../../../shared/model/error-codes.ts';
import {
  CLOSE_CODES,
  type CloseReason,
  type ExtensionBusinessFrame,
  type ExtensionFrame,
  type FrameFault,
  type FrameOf,
  parseExtensionFrame,
  PROTOCOL_VERSION,
} from '../../../../shared/protocol/index.ts';
import { NotCommitted } from '../../engine/step.ts';
import type { BridgeServices } from './bridge-services.ts';
import { createFlowLimit } from './flow-limit.ts';
import { textLength, weightBeyondOne } from './frame-weight.ts';

/** More than this waiting in the socket: hold further frames back until it drains. */
const MAX_BUFFERED_BYTES = 1_048_576;

/** Frames of the outbox, and answers behind them, that a browser has not read: more is a browser that never will. */
const MAX_UNREAD_BYTES = 16 * 1_048_576;

const FRAMES_PER_READ = 64;

/** As many frames of a browser, or as much text in them, wait to be taken: more would hold others up. What follows waits in its socket. */
const MAX_WAITING_FRAMES = 64;

const MAX_WAITING_TEXT = 1_000_000;

/** WebSocket close code: the server met a fault. The browser comes back and sends again what was not acked. */
const CLOSE_FAULT = 1011;

/** One connection of one browser, from upgrade to close. */
export interface Session {
  /** Null until its hello was accepted. */
  readonly clientId: string | null;
  /** New frames wait in the browser's outbox. */
  flush(): void;
  close(reason: CloseReason): void;
}

/** @param onWelcome Called once the browser is known and before any frame of its outbox goes out. */
export function openSession(
  socket: WebSocket,
  origin: string | undefined,
  services: BridgeServices,
  onWelcome: (session: Session, clientId: string, extensionVersion: string) => void,
): Session {
  const { settings, log, now, steadyNow, newId } = services;
  const limit = createFlowLimit(settings.framesPerSecond, steadyNow);
  let clientId: string | null = null;
  let greeting = false;
  /** Highest seq written to this socket. */
  let sentSeq = 0;
  /** Highest seq of the browser's that is durable, and the highest it was told so. */
  let durableSeq = 0;
  let ackedSeq = 0;
  let ackScheduled = false;
  /** The place of its next frame in the browser's stream; null before the first one on this connection. */
  let nextSeq: number | null = null;
  let waitingFrames = 0;
  /** Characters of text in them. */
  let waitingText = 0;
  let broken = false;
  let lastHeardAt = steadyNow();
  /** Ends what it is told of how everything stands; null before it asks. */
  let unwatch: (() => void) | null = null;

  const helloTimer = setTimeout(() => close('hello_timeout'), settings.helloTimeoutMs);
  const heartbeat = setInterval(beat, Math.max(50, settings.pingIntervalMs / 2));

  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (socket.readyState !== socket.OPEN) return;
    lastHeardAt = steadyNow();
    if (data.length > settings.maxFrameBytes) return close('frame_too_large');
    if (!limit.take()) return close('flooding');
    receive(isBinary ? '' : data.toString('utf8'));
  });
  socket.on('error', (cause) => log.debug({ err: cause, client_id: clientId }, 'socket error'));
  socket.on('close', () => {
    clearTimeout(helloTimer);
    clearInterval(heartbeat);
    unwatch?.();
  });

  function receive(raw: string): void {
    const parsed = parseExtensionFrame(raw);
    if (!parsed.ok) return refuse(parsed.error);
    const frame = parsed.value;
    if (clientId === null) {
      if (frame.type === 'hello' && !greeting) return greet(frame);
      return close('bad_hello');
    }
    if (!limit.take(weightBeyondOne(frame))) return close('flooding');
    take(clientId, frame);
  }

  function take(client: string, frame: ExtensionFrame): void {
    switch (frame.type) {
      case 'hello':
        return sendError(
          'out_of_order',
          'This connection has said hello already.',
          'type',
          frame.id,
        );
      case 'ack':
        forget(client, frame.seq);
        return flush();
      case 'ping':
        return send({ type: 'pong', ping_id: frame.id });
      case 'pong':
        return;
      case 'error':
        return log.warn(
          { client_id: client, code: frame.code, path: frame.path, ref_id: frame.ref_id },
          'the browser refused a frame',
        );
      case 'overview_watch':
        unwatch?.();
        unwatch = services.watchOverview((overview) => send({ type: 'overview', ...overview }));
        return;
      case 'message_ask':
      case 'briefing_ask':
      case 'face_ask':
        return answer(client, frame);
      default:
        return record(client, frame);
    }
  }

  function answer(client: string, asked: Parameters<typeof services.textFor>[1]): void {
    services.textFor(client, asked).then(
      (text) => send({ type: 'text', ref_id: asked.id, text }),
      (cause: unknown) => {
        log.error({ err: cause, client_id: clientId }, 'a text could not be read');
        send({ type: 'text', ref_id: asked.id, text: null });
      },
    );
  }

  function record(client: string, frame: ExtensionBusinessFrame): void {
    const { id, seq, type } = frame;
    if (nextSeq === null && seq > durableSeq + 1) {
      // One of the two was restored from a backup: what lies between is gone, and the stream goes on from here.
      log.warn(
        { client_id: client, expected: durableSeq + 1, seq },
        'frames of a browser are missing',
      );
    } else if (!isInOrder(seq)) {
      limit.countRefusal();
      services.refused('out_of_order');
      const expected = nextSeq ?? durableSeq + 1;
      return sendError('out_of_order', `expected ${expected}, got ${seq}`, 'seq', id);
    }
    nextSeq = Math.max(nextSeq ?? 0, seq + 1, durableSeq + 1);
    keep(textLength(frame), async () => {
      try {
        const refusals = await services.record(client, frame, isOpen);
        for (const { code, message, path } of refusals) {
          services.refused(code);
          sendError(code, message, path, id);
        }
      } catch (cause) {
        if (cause instanceof NotCommitted) throw cause;
        // A bug of ours must not stop the browser's stream: note the frame, say so, go on.
        log.error({ err: cause, client_id: client, type, seq }, 'taking a frame failed');
        sendError('internal', 'The conductor failed on this frame; see its log.', null, id);
        await services.skip(client, seq);
      }
      durable(seq);
    });
  }

  const isOpen = (): boolean => socket.readyState === socket.OPEN;

  /** Known already, or the next. One far ahead would make all that lie between look known. */
  function isInOrder(seq: number): boolean {
    return seq <= (nextSeq ?? durableSeq + 1);
  }

  /** Asked for in the order they came, so they commit in that order; those that came together share a commit. */
  function keep(text: number, work: () => Promise<void>): void {
    if (broken) return;
    waitingFrames += 1;
    waitingText += text;
    if (hasEnough()) socket.pause();
    work()
      .catch((cause: unknown) => {
        // Not noted, so not acked: nothing after it may be taken before the browser has sent it again.
        broken = true;
        log.error({ err: cause, client_id: clientId }, 'a frame could not be kept');
        socket.close(CLOSE_FAULT);
      })
      .finally(() => {
        waitingFrames -= 1;
        waitingText -= text;
        if (!hasEnough()) socket.resume();
      });
  }

  const hasEnough = (): boolean =>
    waitingFrames >= MAX_WAITING_FRAMES || waitingText >= MAX_WAITING_TEXT;

  /** Out of shape, unknown type: answered, counted, the connection kept. */
  function refuse(fault: FrameFault): void {
    const version = fault.path === 'v';
    if (clientId === null) return close(version ? 'unsupported_version' : 'bad_hello');
    log.warn(
      { client_id: clientId, code: fault.code, path: fault.path, refused: limit.countRefusal() },
      'frame refused',
    );
    services.refused(fault.code);
    sendError(fault.code, fault.message, fault.path, fault.ref_id);
    const { seq } = fault;
    const client = clientId;
    if (seq === null || seq <= 0 || !isInOrder(seq)) return;
    nextSeq = Math.max(nextSeq ?? 0, seq + 1, durableSeq + 1);
    keep(0, async () => {
      await services.skip(client, seq);
      durable(seq);
    });
  }

  function greet(hello: FrameOf<'hello'>): void {
    greeting = true;
    const known = services.authenticate(hello.token, origin);
    if (known === null) return close('unauthorized');
    services.welcome(known.clientId, hello.last_seq).then(
      (welcomed) => {
        if (socket.readyState !== socket.OPEN) return;
        if (welcomed === null) return close('unauthorized');
        clearTimeout(helloTimer);
        clientId = known.clientId;
        sentSeq = Math.min(hello.last_seq, welcomed.sentSeq);
        durableSeq = ackedSeq = welcomed.lastReceivedSeq;
        forget(clientId, hello.last_seq);
        noteVersion(clientId, hello.extension_version);
        onWelcome(session, clientId, hello.extension_version);
        send({
          type: 'welcome',
          client_id: clientId,
          last_seq: welcomed.lastReceivedSeq,
          held_job_ids: [...welcomed.heldJobIds],
          ping_interval_ms: settings.pingIntervalMs,
          conductor_version: settings.version,
          now: now(),
        });
        flush();
      },
      (cause: unknown) => {
        log.error({ err: cause }, 'a hello could not be taken');
        socket.close(CLOSE_FAULT);
      },
    );
  }

  function noteVersion(client: string, extension_version: string): void {
    const { version } = settings;
    if (extension_version === version) return;
    log.warn(
      { client_id: client, extension_version, version },
      'the extension is of another version: bring both to one',
    );
  }

  /** What was not sent cannot be acked. */
  function forget(client: string, seq: number): void {
    try {
      services.acknowledge(client, Math.min(seq, sentSeq));
    } catch (cause) {
      log.error({ err: cause, client_id: client }, 'acked frames could not be dropped');
    }
  }

  function durable(seq: number): void {
    durableSeq = Math.max(durableSeq, seq);
    if (ackScheduled) return;
    ackScheduled = true;
    setImmediate(() => {
      ackScheduled = false;
      if (durableSeq <= ackedSeq) return;
      ackedSeq = durableSeq;
      send({ type: 'ack', seq: ackedSeq });
    });
  }

  /** A fault here is this browser's alone: it comes back, and what it has not acked goes out again. */
  function flush(): void {
    try {
      sendWaiting();
    } catch (cause) {
      log.error({ err: cause, client_id: clientId }, 'frames could not be sent');
      socket.close(CLOSE_FAULT);
    }
  }

  function sendWaiting(): void {
    if (clientId === null || socket.readyState !== socket.OPEN) return;
    while (socket.bufferedAmount < MAX_BUFFERED_BYTES) {
      const frames = services.framesAfter(clientId, sentSeq, FRAMES_PER_READ);
      for (const { seq, frameJson } of frames) {
        if (socket.bufferedAmount >= MAX_BUFFERED_BYTES) return;
        socket.send(frameJson);
        sentSeq = seq;
      }
      if (frames.length < FRAMES_PER_READ) return;
    }
    // The rest goes out with the ack of what is under way.
  }

  function beat(): void {
    const silentMs = steadyNow() - lastHeardAt;
    if (silentMs >= 2 * settings.pingIntervalMs) {
      log.info({ client_id: clientId }, 'the link is dead');
      return socket.terminate();
    }
    if (silentMs >= settings.pingIntervalMs / 2 && clientId !== null) send({ type: 'ping' });
  }

  function send(body: { readonly type: string; readonly [field: string]: unknown }): void {
    if (socket.readyState !== socket.OPEN) return;
    // Who asks and does not read the answers would have us keep them all.
    if (socket.bufferedAmount > MAX_UNREAD_BYTES) return giveUp();
    socket.send(JSON.stringify({ v: PROTOCOL_VERSION, id: newId(), ...body }));
  }

  /** A goodbye would wait behind all that is not read. */
  function giveUp(): void {
    log.info({ client_id: clientId, reason: 'flooding' }, 'connection closed');
    services.closed('flooding');
    socket.terminate();
  }

  function sendError(
    code: ErrorCode,
    message: string,
    path: string | null,
    refId: string | null,
  ): void {
    send({ type: 'error', code, message, path, ref_id: refId });
  }

  function close(reason: CloseReason): void {
    if (socket.readyState !== socket.OPEN) return;
    log.info({ client_id: clientId, reason }, 'connection closed');
    services.closed(reason);
    socket.close(CLOSE_CODES[reason], reason);
  }

  const session: Session = {
    get clientId() {
      return clientId;
    },
    flush,
    close,
  };
  return session;
}
