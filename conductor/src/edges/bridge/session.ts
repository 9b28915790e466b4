import type { WebSocket } from 'ws';

import { isWorkerOrigin } from '../../../../shared/model/worker-origin.ts';
import {
  CLOSE_CODES,
  type CloseReason,
  type ExtensionFrame,
  type FrameFault,
  type FrameOf,
  parseExtensionFrame,
  PROTOCOL_VERSION,
} from '../../../../shared/protocol/index.ts';
import type { Client } from '../../features/ground/browsers/feature.ts';
import type { BridgeServices, Welcome } from './bridge-services.ts';
import { type BrowserLink, openBrowserLink } from './browser-link.ts';
import { createFlowLimit } from './flow-limit.ts';
import { weightBeyondOne } from './frame-weight.ts';
import { refusalFor } from './may-say.ts';

/** Frames of the outbox, and answers behind them, that a browser has not read: more is a browser that never will. */
const MAX_UNREAD_BYTES = 16 * 1_048_576;

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

type State =
  | { readonly phase: 'awaiting_hello'; readonly timer: NodeJS.Timeout }
  /** Phase in which the hello is looked up; the browser may send nothing before the answer. */
  | { readonly phase: 'greeting'; readonly timer: NodeJS.Timeout }
  | {
      readonly phase: 'open';
      readonly clientId: string;
      readonly link: BrowserLink;
      readonly isWorker: boolean;
    }
  /** Closing or closed. What it sent before is made durable all the same, and not acked: it asks again. */
  | { readonly phase: 'ended'; readonly clientId: string | null };

/** @param onWelcome Called once the browser is known and before any frame of its outbox goes out. */
export function openSession(
  socket: WebSocket,
  origin: string | undefined,
  services: BridgeServices,
  onWelcome: (session: Session, clientId: string, extensionVersion: string) => void,
): Session {
  const { settings, log, now, steadyNow, newId } = services;
  const limit = createFlowLimit(settings.framesPerSecond, steadyNow);
  let state: State = {
    phase: 'awaiting_hello',
    // guard: hello-in-time
    timer: setTimeout(() => close('hello_timeout'), settings.helloTimeoutMs),
  };

  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (!isOpen()) return;
    if (state.phase === 'open') state.link.heard();
    if (data.length > settings.maxFrameBytes) return close('frame_too_large'); // guard: frame-size
    if (!limit.take()) return close('flooding'); // guard: frame-rate
    receive(isBinary ? '' : data.toString('utf8'));
  });
  socket.on('error', (cause) => log.debug({ err: cause, client_id: clientId() }, 'socket error'));
  socket.on('close', end);

  const isOpen = (): boolean => state.phase !== 'ended' && socket.readyState === socket.OPEN;
  const clientId = (): string | null => ('clientId' in state ? state.clientId : null);

  function receive(raw: string): void {
    const parsed = parseExtensionFrame(raw);
    if (state.phase !== 'open') {
      if (!parsed.ok) return close(parsed.error.path === 'v' ? 'unsupported_version' : 'bad_hello');
      if (parsed.value.type === 'hello' && state.phase === 'awaiting_hello')
        return greet(parsed.value, state.timer);
      return close('bad_hello'); // guard: hello-first
    }
    if (!parsed.ok) return refuse(state.link, parsed.error);
    const refusal = refusalFor(parsed.value, state.isWorker);
    if (refusal !== null) return refuse(state.link, refusal);
    // guard: report-weight
    if (!limit.take(weightBeyondOne(parsed.value))) return close('flooding');
    take(state.link, parsed.value);
  }

  function take(link: BrowserLink, frame: ExtensionFrame): void {
    if (frame.type === 'hello') {
      const message = 'This connection has said hello already.';
      const { id: ref_id } = frame;
      return send({ type: 'error', code: 'out_of_order', message, path: 'type', ref_id });
    }
    link.take(frame);
  }

  /** Out of shape, unknown type: answered, counted, the connection kept. */
  function refuse(link: BrowserLink, { seq, ...fault }: FrameFault): void {
    const { code, path } = fault;
    log.warn({ client_id: clientId(), code, path, refused: limit.countRefusal() }, 'frame refused');
    services.refused(code);
    send({ type: 'error', ...fault });
    if (seq !== null && seq > 0) link.passOver(seq);
  }

  function greet(hello: FrameOf<'hello'>, timer: NodeJS.Timeout): void {
    state = { phase: 'greeting', timer };
    letIn(hello).catch((cause: unknown) => fail('a hello could not be taken', cause));
  }

  async function letIn(hello: FrameOf<'hello'>): Promise<void> {
    const known = await services.authenticate(hello.token, origin);
    if (!isOpen()) return;
    if (known === null) return close('unauthorized');
    const welcomed = await services.welcome(known.clientId, hello.last_seq);
    if (!isOpen()) return;
    if (welcomed === null) return close('unauthorized');
    open(known, hello, welcomed);
  }

  function open(known: Client, hello: FrameOf<'hello'>, welcomed: Welcome): void {
    const { clientId: client, origin: paired } = known;
    const { lastReceivedSeq: received, sentSeq: numbered } = welcomed;
    const standing = { peerHas: hello.last_seq, numbered, received };
    const countRefusal = (): void => void limit.countRefusal();
    const link = openBrowserLink(
      { socket, clientId: client, services, isOpen, send, countRefusal, fail, endSilent },
      standing,
    );
    noteVersion(client, hello.extension_version);
    clearTimers();
    state = { phase: 'open', clientId: client, link, isWorker: isWorkerOrigin(paired) };
    onWelcome(session, client, hello.extension_version);
    send({
      type: 'welcome',
      client_id: client,
      last_seq: received,
      held_job_ids: [...welcomed.heldJobIds],
      ping_interval_ms: settings.pingIntervalMs,
      conductor_version: settings.version,
      now: now(),
    });
    link.begin();
  }

  function noteVersion(client: string, extension_version: string): void {
    const { version } = settings;
    if (extension_version === version) return;
    log.warn(
      { client_id: client, extension_version, version },
      'the extension is of another version: bring both to one',
    );
  }

  function send(body: { readonly type: string; readonly [field: string]: unknown }): void {
    if (!isOpen()) return;
    // Who asks and does not read the answers would have us keep them all.
    if (socket.bufferedAmount > MAX_UNREAD_BYTES) return giveUp(); // guard: unread-answers
    socket.send(JSON.stringify({ v: PROTOCOL_VERSION, id: newId(), ...body }));
  }

  /** A goodbye would wait behind all that is not read. */
  function giveUp(): void {
    log.info({ client_id: clientId(), reason: 'flooding' }, 'connection closed');
    services.closed('flooding');
    end();
    socket.terminate();
  }

  function endSilent(): void {
    log.info({ client_id: clientId() }, 'the link is dead');
    end();
    socket.terminate();
  }

  /** A fault here is this browser's alone: it comes back, and what it has not acked goes out again. */
  function fail(what: string, cause: unknown): void {
    log.error({ err: cause, client_id: clientId() }, what);
    end();
    socket.close(CLOSE_FAULT);
  }

  function close(reason: CloseReason): void {
    if (!isOpen()) return;
    if (clientId() === null) services.noteUnknownClosed({ reason });
    else log.info({ client_id: clientId(), reason }, 'connection closed');
    services.closed(reason);
    end();
    socket.close(CLOSE_CODES[reason], reason);
  }

  function end(): void {
    clearTimers();
    state = { phase: 'ended', clientId: clientId() };
  }

  function clearTimers(): void {
    if ('timer' in state) clearTimeout(state.timer);
    if (state.phase === 'open') state.link.end();
  }

  const session: Session = {
    get clientId() {
      return clientId();
    },
    flush() {
      if (state.phase === 'open') state.link.flush();
    },
    close,
  };
  return session;
}
