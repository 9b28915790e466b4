import {
  type ConductorFrame,
  type FrameFault,
  type FrameOf,
  parseConductorFrame,
  PROTOCOL_VERSION,
  SUBPROTOCOL,
} from '../../../shared/protocol/index.ts';
import type { Clock, Introduction, OpenSocket } from '../ports.ts';
import { type Change, type RowStore, metaOf, type View } from '../storage/row-store.ts';
import type { Pairing } from '../storage/tables.ts';
import { type AskedTexts, createAskedTexts } from './asked-texts.ts';
import { bridgeUrl } from './conductor-url.ts';
import { type Heartbeat, startHeartbeat } from './heartbeat.ts';

/** A welcome that does not come within this time does not come. */
const WELCOME_LIMIT_MS = 10_000;
/** A conductor cannot make this browser ping in a loop. */
const SHORTEST_PING_MS = 1_000;

export type Business = Extract<
  ConductorFrame,
  { seq: number; id: string; type: `${string}.${string}` }
>;
export type Welcome = FrameOf<'welcome'>;

export type Question =
  | Omit<FrameOf<'message_ask'>, 'v' | 'id'>
  | Omit<FrameOf<'briefing_ask'>, 'v' | 'id'>
  | Omit<FrameOf<'face_ask'>, 'v' | 'id'>;

/** What frames mean is decided outside; the session makes it durable and only then acks. */
export interface SessionDuties {
  readonly effectOf: (view: View, frame: Business) => Change;
  readonly effectOfWelcome: (view: View, welcome: Welcome) => Change;
  /** Frames up to `seq` are the conductor's now; runs in the transaction that drops them from the outbox. */
  readonly effectOfAck: (view: View, seq: number) => Change;
  readonly welcomed: (welcome: Welcome) => void;
  /** Told and not kept: how everything stands. */
  readonly toldOverview: (overview: FrameOf<'overview'>) => void;
  readonly took: (frame: Business) => void;
  readonly closed: (code: number) => void;
  readonly fault: (error: unknown) => void;
}

export interface LinkSession {
  /** Asks for a text; null: there is none, or the conductor does not say. */
  ask(question: Question): Promise<string | null>;
  /** Has the conductor tell how everything stands, now and on every change. */
  watchOverview(): void;
  /** Sends what waits in the outbox and was not sent over this socket yet. */
  flush(): void;
  close(): void;
}

/** One socket's life: hello, welcome, frames both ways, close. Nothing of it is worth keeping. */
export function startLinkSession(
  pairing: Pairing,
  store: RowStore,
  clock: Clock,
  openSocket: OpenSocket,
  introduction: Introduction,
  duties: SessionDuties,
): LinkSession {
  let isWelcome = false;
  let isOver = false;
  let sentSeq = 0;
  let ackedSeq = 0;
  let heartbeat: Heartbeat | null = null;
  /** Frames are taken one after another, in the order they came. */
  let inbound: Promise<void> = Promise.resolve();
  let waitingInbound = 0;
  /** The first frame of a connection tells where the conductor's stream goes on; each later one is the next. */
  let streams = false;
  const asked: AskedTexts = createAskedTexts(clock);

  const stopWaiting = clock.after(WELCOME_LIMIT_MS, () => over(1006));
  const socket = openSocket(bridgeUrl(pairing.conductor_url), SUBPROTOCOL, {
    opened: () =>
      send({
        type: 'hello',
        token: pairing.token,
        last_seq: metaOf(store.view).in_seq,
        browser: { ...introduction.browser },
        extension_version: introduction.extension_version,
      }),
    received(raw) {
      heartbeat?.heard();
      waitingInbound += 1;
      inbound = inbound
        .then(() => take(raw))
        .then(afterTaking)
        .catch((error: unknown) => {
          // A frame that could not be made durable is not acked: the next connection brings it again.
          duties.fault(error);
          over(1011);
        });
    },
    closed: (code) => over(code),
  });

  function over(code: number): void {
    if (isOver) return;
    isOver = true;
    stopWaiting();
    heartbeat?.stop();
    socket.close();
    asked.end();
    duties.closed(code);
  }

  type Said =
    | Omit<FrameOf<'hello'>, 'v' | 'id'>
    | Omit<FrameOf<'ack'>, 'v' | 'id'>
    | Omit<FrameOf<'ping'>, 'v' | 'id'>
    | Omit<FrameOf<'pong'>, 'v' | 'id'>
    | Omit<FrameOf<'error'>, 'v' | 'id'>
    | Omit<FrameOf<'overview_watch'>, 'v' | 'id'>
    | Question;

  function send(said: Said): string {
    const id = crypto.randomUUID();
    if (!isOver) socket.send(JSON.stringify({ v: PROTOCOL_VERSION, id, ...said }));
    return id;
  }

  async function take(raw: string): Promise<void> {
    if (isOver) return;
    const parsed = parseConductorFrame(raw);
    if (!parsed.ok) return refuse(parsed.error);
    const frame = parsed.value;
    switch (frame.type) {
      case 'welcome':
        return takeWelcome(frame);
      case 'ack':
        return dropAcked(frame.seq);
      case 'ping':
        send({ type: 'pong', ping_id: frame.id });
        return;
      case 'overview':
        if (isWelcome) duties.toldOverview(frame);
        return;
      case 'text':
        return asked.answered(frame.ref_id, frame.text);
      case 'pong':
        return;
      case 'error':
        // A frame of ours got lost or overtaken on the way, and so would all that follow: begin again from its last.
        if (frame.code === 'out_of_order' && frame.path === 'seq') over(1006);
        // An older conductor does not know what it was asked.
        if (frame.ref_id !== null) asked.answered(frame.ref_id, null);
        return;
      default:
        return takeBusiness(frame);
    }
  }

  /** The refused frame still counts, else the conductor would send it for ever. */
  async function refuse({ seq, code, message, path, ref_id }: FrameFault): Promise<void> {
    send({ type: 'error', code, message, path, ref_id });
    if (isWelcome && seq !== null && seq > metaOf(store.view).in_seq) {
      await store.step(() => ({ change: { received_seq: seq }, answer: null }));
    }
  }

  async function takeWelcome(welcome: Welcome): Promise<void> {
    if (isWelcome) return outOfOrder(welcome.id, 'A second welcome.');
    await dropAcked(welcome.last_seq);
    await store.step((view) => {
      // A profile restored from a backup counts on from what the conductor has seen, or its frames look old.
      const meta = metaOf(view);
      const counted = { ...meta, out_seq: Math.max(meta.out_seq, welcome.last_seq) };
      const change = duties.effectOfWelcome(view, welcome);
      return { change: { ...change, put: { ...change.put, meta: [counted] } }, answer: null };
    });
    if (isOver) return;
    isWelcome = true;
    stopWaiting();
    sentSeq = welcome.last_seq;
    ackedSeq = metaOf(store.view).in_seq;
    heartbeat = startHeartbeat(
      clock,
      Math.max(welcome.ping_interval_ms, SHORTEST_PING_MS),
      () => send({ type: 'ping' }),
      () => over(1006),
    );
    flush();
    send({ type: 'overview_watch' });
    duties.welcomed(welcome);
  }

  async function takeBusiness(frame: Business): Promise<void> {
    if (!isWelcome) return outOfOrder(frame.id, 'A frame before the welcome.');
    // Taken, it would make the frame that is missing look known: the next connection brings both.
    if (streams && frame.seq > metaOf(store.view).in_seq + 1) return over(1006);
    streams = true;
    const isNew = await store.step((view) => {
      if (frame.seq <= metaOf(view).in_seq) return { change: {}, answer: false };
      const change = { ...duties.effectOf(view, frame), received_seq: frame.seq };
      return { change, answer: true };
    });
    if (!isNew) ackedSeq = Math.min(ackedSeq, frame.seq - 1);
    else duties.took(frame);
  }

  async function dropAcked(seq: number): Promise<void> {
    await store.step((view) => {
      const outbox = [...view.outbox.keys()].filter((queued) => queued <= seq);
      const change = duties.effectOfAck(view, seq);
      return { change: { ...change, remove: { ...change.remove, outbox } }, answer: null };
    });
  }

  function outOfOrder(refId: string, message: string): void {
    send({ type: 'error', code: 'out_of_order', message, path: null, ref_id: refId });
  }

  /** One cumulative ack for all that came in together, after all of it is on disk. */
  function afterTaking(): void {
    waitingInbound -= 1;
    const seq = metaOf(store.view).in_seq;
    if (!isWelcome || waitingInbound > 0 || seq <= ackedSeq) return;
    ackedSeq = seq;
    send({ type: 'ack', seq });
  }

  function flush(): void {
    if (!isWelcome || isOver) return;
    const queued = [...store.view.outbox.values()]
      .filter(({ seq }) => seq > sentSeq)
      .toSorted((a, b) => a.seq - b.seq);
    for (const frame of queued) {
      sentSeq = frame.seq;
      socket.send(JSON.stringify(frame));
    }
  }

  return {
    flush,
    ask: (question) => (isWelcome && !isOver ? asked.wait(send(question)) : Promise.resolve(null)),
    watchOverview() {
      if (isWelcome) send({ type: 'overview_watch' });
    },
    close: () => over(1000),
  };
}
