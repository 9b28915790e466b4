import { assertNever } from '../../../shared/lib/assert-never.ts';
import {
  advance,
  type Advanced,
  type Link,
  type LinkEvent,
  type LinkLimits,
  type LinkOutput,
  openLink,
} from '../../../shared/link/link.ts';
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

/** A welcome that does not come within this time does not come. */
const WELCOME_LIMIT_MS = 10_000;
/** A conductor cannot make this browser ping in a loop. */
const SHORTEST_PING_MS = 1_000;

/** A frame of the conductor that has a `seq`. */
export type BusinessFrame = Extract<
  ConductorFrame,
  { seq: number; id: string; type: `${string}.${string}` }
>;
/** The conductor's answer to `hello`. */
export type Welcome = FrameOf<'welcome'>;

/** A question to the conductor that a `text` frame answers. */
export type QuestionFrame =
  | Omit<FrameOf<'message_ask'>, 'v' | 'id'>
  | Omit<FrameOf<'briefing_ask'>, 'v' | 'id'>
  | Omit<FrameOf<'face_ask'>, 'v' | 'id'>;

/** A frame that is sent once and not stored: what it says is true only at the moment. */
export type MomentaryFrame =
  | Omit<FrameOf<'reply.progress'>, 'v' | 'id'>
  | Omit<FrameOf<'site.report'>, 'v' | 'id'>;

/** Decisions about frames that are made outside; the session makes their effect durable and only then acks. */
export interface SessionDuties {
  readonly effectOf: (view: View, frame: BusinessFrame) => Change;
  readonly effectOfWelcome: (view: View, welcome: Welcome) => Change;
  /** Frames up to `seq` are the conductor's now; runs in the transaction that drops them from the outbox. */
  readonly effectOfAck: (view: View, seq: number) => Change;
  readonly welcomed: (welcome: Welcome) => void;
  /** Told and not kept: how everything stands. */
  readonly toldOverview: (overview: FrameOf<'overview'>) => void;
  readonly took: (frame: BusinessFrame) => void;
  readonly closed: (code: number) => void;
  readonly fault: (error: unknown) => void;
}

/** One connection to the conductor. */
export interface LinkSession {
  /** Asks for a text; null: there is none, or the conductor does not say. */
  ask(question: QuestionFrame): Promise<string | null>;
  /** Tells it once, where the conductor takes such frames. */
  tell(told: MomentaryFrame): void;
  /** Has the conductor tell how everything stands, now and on every change. */
  refreshOverview(): void;
  /** Sends what waits in the outbox and was not sent over this socket yet. */
  flush(): void;
  close(): void;
}

type State =
  /** The socket opens, or hello was said. */
  | { readonly phase: 'greeting' }
  | { readonly phase: 'open'; readonly link: Link }
  | { readonly phase: 'over' };

/** One socket's life: hello, welcome, frames both ways, close. Nothing of it is worth keeping. */
export function startLinkSession(
  pairing: Pairing,
  store: RowStore,
  clock: Clock,
  openSocket: OpenSocket,
  introduction: Introduction,
  duties: SessionDuties,
): LinkSession {
  let state: State = { phase: 'greeting' };
  /** Frames are taken one after another, in the order they came. */
  let inbound: Promise<void> = Promise.resolve();
  let waitingInbound = 0;
  const asked: AskedTexts = createAskedTexts(clock);
  /** Id of the last frame of each kind that only counts now; null: an older conductor does not take this kind. */
  const told = new Map<MomentaryFrame['type'], string | null>();

  /** The one time it waits for: the welcome's, then that of the next beat. */
  let stopTimer = clock.after(WELCOME_LIMIT_MS, () => over(1006));
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
      on({ type: 'heard', atMs: clock.now() }).catch(duties.fault);
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
    if (state.phase === 'over') return;
    state = { phase: 'over' };
    stopTimer();
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
    | MomentaryFrame
    | QuestionFrame;

  function send(said: Said): string {
    const id = crypto.randomUUID();
    if (state.phase !== 'over') {
      socket.send(JSON.stringify({ v: PROTOCOL_VERSION, id, ...said }));
    }
    return id;
  }

  /** Resolves when what it asks for is durable. */
  async function on(event: LinkEvent<BusinessFrame>): Promise<void> {
    if (state.phase === 'open') await follow(advance(state.link, event));
  }

  async function follow({ link, outputs }: Advanced<BusinessFrame>): Promise<void> {
    state = { phase: 'open', link };
    await Promise.all(outputs.map((output) => carryOut(output)));
  }

  async function carryOut(output: LinkOutput<BusinessFrame>): Promise<void> {
    if (isOver()) return;
    switch (output.do) {
      case 'take':
        return takeBusiness(output.frame);
      case 'skip':
        return keep(output.seq, () => ({}));
      case 'refuse':
        // What is missing comes with the next connection.
        return over(1006);
      case 'forget':
        return dropAcked(output.seq);
      case 'write':
        return write(output.after);
      case 'send':
        send(output.frame);
        return;
      case 'wait':
        stopTimer = clock.after(output.ms, () => {
          on({ type: 'beat', atMs: clock.now() }).catch(duties.fault);
        });
        return;
      case 'give_up':
        return over(1006);
      case 'ask_for_ack':
        // Once nothing more waits: see `afterTaking`.
        return;
      case 'pause':
      case 'resume':
        // A browser's WebSocket cannot be paused.
        return;
      default:
        return assertNever(output);
    }
  }

  async function take(raw: string): Promise<void> {
    if (state.phase === 'over') return;
    const parsed = parseConductorFrame(raw);
    if (!parsed.ok) return refuse(parsed.error);
    const frame = parsed.value;
    switch (frame.type) {
      case 'welcome':
        return takeWelcome(frame);
      case 'ack':
        return on({ type: 'acked', seq: frame.seq });
      case 'ping':
        return on({ type: 'pinged', id: frame.id });
      case 'overview':
        if (state.phase === 'open') duties.toldOverview(frame);
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
        for (const [type, id] of told) if (id === frame.ref_id) told.set(type, null);
        return;
      default:
        if (state.phase !== 'open') return outOfOrder(frame.id, 'A frame before the welcome.');
        return on({ type: 'frame_came', frame, text: 0 });
    }
  }

  async function refuse({ seq, code, message, path, ref_id }: FrameFault): Promise<void> {
    send({ type: 'error', code, message, path, ref_id });
    if (seq !== null && seq > 0) await on({ type: 'unreadable_came', seq });
  }

  async function takeWelcome(welcome: Welcome): Promise<void> {
    if (state.phase === 'open') return outOfOrder(welcome.id, 'A second welcome.');
    const { last_seq } = welcome;
    await store.step((view) => {
      // A profile restored from a backup counts on from what the conductor has seen, or its frames look old.
      const meta = metaOf(view);
      const counted = { ...meta, out_seq: Math.max(meta.out_seq, last_seq) };
      const change = duties.effectOfWelcome(view, welcome);
      return { change: { ...change, put: { ...change.put, meta: [counted] } }, answer: null };
    });
    if (isOver()) return;
    stopTimer();
    const { out_seq, in_seq } = metaOf(store.view);
    await follow(
      openLink(
        { peerHas: last_seq, numbered: out_seq, received: in_seq },
        limits(welcome),
        clock.now(),
      ),
    );
    if (isOver()) return;
    send({ type: 'overview_watch' });
    duties.welcomed(welcome);
  }

  /** Asked anew after each wait: TypeScript believes that nothing happens meanwhile. */
  const isOver = (): boolean => state.phase === 'over';

  async function takeBusiness(frame: BusinessFrame): Promise<void> {
    await keep(frame.seq, (view) => duties.effectOf(view, frame));
    duties.took(frame);
  }

  /** Makes the effect of a frame and its receipt durable together. */
  async function keep(seq: number, effect: (view: View) => Change): Promise<void> {
    await store.step((view) => ({
      change: { ...effect(view), received_seq: seq },
      answer: null,
    }));
    await on({ type: 'kept', seq });
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

  async function afterTaking(): Promise<void> {
    waitingInbound -= 1;
    if (waitingInbound === 0) await on({ type: 'ack_due' });
  }

  function write(after: number): void {
    const queued = [...store.view.outbox.values()]
      .filter(({ seq }) => seq > after)
      .toSorted((a, b) => a.seq - b.seq);
    for (const frame of queued) {
      socket.send(JSON.stringify(frame));
      on({ type: 'wrote', seq: frame.seq }).catch(duties.fault);
    }
  }

  return {
    flush: () => void on({ type: 'frames_wait' }).catch(duties.fault),
    ask: (question) =>
      state.phase === 'open' ? asked.wait(send(question)) : Promise.resolve(null),
    tell(momentary) {
      if (state.phase !== 'open' || told.get(momentary.type) === null) return;
      told.set(momentary.type, send(momentary));
    },
    refreshOverview() {
      if (state.phase === 'open') send({ type: 'overview_watch' });
    },
    close: () => over(1000),
  };
}

/** A browser's WebSocket cannot be paused, so nothing is too much. */
function limits({ ping_interval_ms }: Welcome): LinkLimits {
  const pingAfterMs = Math.max(ping_interval_ms, SHORTEST_PING_MS);
  return {
    pingAfterMs,
    deadAfterMs: 2 * pingAfterMs,
    maxWaitingFrames: Infinity,
    maxWaitingText: Infinity,
  };
}
