import { assertNever } from '../lib/assert-never.ts';
import {
  type Inbound,
  inboundFrom,
  keep,
  knownAgain,
  place,
  waitingText,
  withWaiting,
} from './inbound.ts';

/**
 * One end of a link, from the moment both ends know where the other's stream stands, for as long as its socket lives. It
 * holds no socket, timer or store: `advance` takes what happened and says what to do about it. Each end drives its own,
 * with the outbox and the received `seq` in a store that survives it.
 *
 * What both ends keep by it: frames are taken in order and once; an `ack` leaves only when all up to it is durable; a new
 * connection continues where the other end says it is, but never beyond what was sent; a silent link is pinged, then given
 * up; an end that has enough waiting reads no further.
 */
export type Link = OpenLink | EndedLink;

interface OpenLink {
  readonly phase: 'open';
  readonly limits: LinkLimits;
  /** Highest `seq` of ours that was written to this connection, or that the other end had before it. */
  readonly sent: number;
  readonly inbound: Inbound;
  /** The driver was asked for `ack_due`. */
  readonly isAckAsked: boolean;
  /** The driver was asked to read no further. */
  readonly isPaused: boolean;
  readonly heardAtMs: number;
}

interface EndedLink {
  readonly phase: 'ended';
}

/** When this end pings, gives up, and stops reading. Times are milliseconds. */
export interface LinkLimits {
  /** Silence after which this end pings. */
  readonly pingAfterMs: number;
  /** Silence after which the link is given up. */
  readonly deadAfterMs: number;
  /** As many frames, or as much text in them, wait to be durable: what follows waits in the socket. */
  readonly maxWaitingFrames: number;
  readonly maxWaitingText: number;
}

/** Where both streams stand when a connection begins. */
export interface Standing {
  /** Highest `seq` of ours that the other end says it has. */
  readonly peerHas: number;
  /** Highest `seq` of ours that was ever given to a frame. */
  readonly numbered: number;
  /** Highest `seq` of the other end's that is durable here. */
  readonly received: number;
}

/** A frame that counts. */
interface Numbered {
  readonly seq: number;
}

/** `atMs`: by a clock that the driver chooses. */
export type LinkEvent<F extends Numbered> =
  /** Anything at all came in. */
  | { readonly type: 'heard'; readonly atMs: number }
  | { readonly type: 'beat'; readonly atMs: number }
  | { readonly type: 'pinged'; readonly id: string }
  /** `text`: characters in it that take time to work through. */
  | { readonly type: 'frame_came'; readonly frame: F; readonly text: number }
  /** A frame that cannot be taken came; its sender was told. */
  | { readonly type: 'unreadable_came'; readonly seq: number }
  /** The frame of `take` or `skip` is durable. */
  | { readonly type: 'kept'; readonly seq: number }
  /** Everything that came in together with the last kept frame has been processed. */
  | { readonly type: 'ack_due' }
  | { readonly type: 'acked'; readonly seq: number }
  /** Frames of ours wait in the outbox, or there is room for them again. */
  | { readonly type: 'frames_wait' }
  | { readonly type: 'wrote'; readonly seq: number }
  /** The connection is over, or a frame could not be kept: nothing after it may be taken before it was sent again. */
  | { readonly type: 'over' };

/** Steps of the driver, in order. */
export type LinkOutput<F extends Numbered> =
  /** Make it durable, in the order of these, and say `kept`. Above `expected`: what lies between is lost. */
  | { readonly do: 'take'; readonly frame: F; readonly expected: number }
  /** Note it as received, in the order of these, and say `kept`. */
  | { readonly do: 'skip'; readonly seq: number }
  /** A frame that came out of order: it is not taken. */
  | { readonly do: 'refuse'; readonly frame: F; readonly expected: number }
  /** The other end has all up to it: drop them from the outbox. */
  | { readonly do: 'forget'; readonly seq: number }
  /** Write what waits in the outbox above `after`, in order, as far as there is room, and say `wrote` of each. */
  | { readonly do: 'write'; readonly after: number }
  /** Say `ack_due` once what came in together is durable: one cumulative `ack` is enough for it. */
  | { readonly do: 'ask_for_ack' }
  | { readonly do: 'send'; readonly frame: LinkFrame }
  | { readonly do: 'pause' | 'resume' }
  /** Say `beat` after so long. */
  | { readonly do: 'wait'; readonly ms: number }
  /** Nothing was heard for too long: close the connection. */
  | { readonly do: 'give_up' };

/** Frames that the link sends for itself. */
export type LinkFrame =
  | { readonly type: 'ack'; readonly seq: number }
  | { readonly type: 'ping' }
  | { readonly type: 'pong'; readonly ping_id: string };

/** The link after an event, and what the driver is to do. */
export interface Advanced<F extends Numbered> {
  readonly link: Link;
  readonly outputs: readonly LinkOutput<F>[];
}

/** Before a connection begins, and after it is over: nothing is taken or sent. */
export const ENDED: EndedLink = { phase: 'ended' };

/** Opens the link. `peerHas` counts up to `numbered` only: the other end cannot have a frame that was never sent. */
export function openLink(
  { peerHas, numbered, received }: Standing,
  limits: LinkLimits,
  atMs: number,
): Advanced<never> {
  const sent = Math.min(peerHas, numbered);
  return {
    link: {
      phase: 'open',
      limits,
      sent,
      inbound: inboundFrom(received),
      isAckAsked: false,
      isPaused: false,
      heardAtMs: atMs,
    },
    outputs: [
      { do: 'forget', seq: sent },
      { do: 'write', after: sent },
      { do: 'wait', ms: limits.pingAfterMs },
    ],
  };
}

/** The link after one event. An ended link stays as it is and asks for nothing. */
export function advance<F extends Numbered>(link: Link, event: LinkEvent<F>): Advanced<F> {
  if (link.phase === 'ended') return { link, outputs: [] };
  switch (event.type) {
    case 'heard':
      return { link: { ...link, heardAtMs: event.atMs }, outputs: [] };
    case 'beat':
      return beat(link, event.atMs);
    case 'pinged':
      return { link, outputs: [{ do: 'send', frame: { type: 'pong', ping_id: event.id } }] };
    case 'frame_came':
      return frameCame(link, event.frame, event.text);
    case 'unreadable_came':
      return unreadableCame(link, event.seq);
    case 'kept':
      return settle(link, keep(link.inbound, event.seq));
    case 'ack_due':
      return ackDue(link);
    case 'acked': {
      const seq = Math.min(event.seq, link.sent);
      const outputs = [
        { do: 'forget', seq },
        { do: 'write', after: link.sent },
      ] as const;
      return { link, outputs };
    }
    case 'frames_wait':
      return { link, outputs: [{ do: 'write', after: link.sent }] };
    case 'wrote':
      return { link: { ...link, sent: Math.max(link.sent, event.seq) }, outputs: [] };
    case 'over':
      // A socket that is not read would not show that it was closed.
      return { link: ENDED, outputs: link.isPaused ? [{ do: 'resume' }] : [] };
    default:
      return assertNever(event);
  }
}

function frameCame<F extends Numbered>(link: OpenLink, frame: F, text: number): Advanced<F> {
  const { inbound } = link;
  const { is, expected } = place(inbound, frame.seq);
  // Only the first frame of a connection may jump: one end came back from a backup, and its stream continues from there.
  const isJump = is === 'ahead' && inbound.next === null;
  if (is === 'known') return settle(link, knownAgain(inbound, frame.seq));
  if (is === 'ahead' && !isJump) {
    return { link, outputs: [{ do: 'refuse', frame, expected }] };
  }
  return settle(link, withWaiting(inbound, frame.seq, text), [{ do: 'take', frame, expected }]);
}

/** Still noted, or its sender would send it for ever; but only in its place, or those before it would look old. */
function unreadableCame(link: OpenLink, seq: number): Advanced<never> {
  const { is } = place(link.inbound, seq);
  if (is === 'known') return settle(link, knownAgain(link.inbound, seq));
  if (is === 'ahead') return { link, outputs: [] };
  return settle(link, withWaiting(link.inbound, seq, 0), [{ do: 'skip', seq }]);
}

/** Pauses, resumes and asks for an ack, as the inbound stream now requires. */
function settle<F extends Numbered>(
  link: OpenLink,
  inbound: Inbound,
  first: readonly LinkOutput<F>[] = [],
): Advanced<F> {
  const outputs = [...first];
  const hasEnough =
    inbound.waiting.length >= link.limits.maxWaitingFrames ||
    waitingText(inbound) >= link.limits.maxWaitingText; // guard: waiting-text
  if (hasEnough !== link.isPaused) outputs.push({ do: hasEnough ? 'pause' : 'resume' });
  const asks = inbound.durable > inbound.acked && !link.isAckAsked;
  if (asks) outputs.push({ do: 'ask_for_ack' });
  const isAckAsked = link.isAckAsked || asks;
  return { link: { ...link, inbound, isPaused: hasEnough, isAckAsked }, outputs };
}

function ackDue(link: OpenLink): Advanced<never> {
  const { durable: seq, acked } = link.inbound;
  const next = { ...link, isAckAsked: false };
  if (seq <= acked) return { link: next, outputs: [] };
  return {
    link: { ...next, inbound: { ...link.inbound, acked: seq } },
    outputs: [{ do: 'send', frame: { type: 'ack', seq } }],
  };
}

function beat(link: OpenLink, atMs: number): Advanced<never> {
  const { pingAfterMs, deadAfterMs } = link.limits;
  // What is said while nothing is read waits in the socket; a clock that was set back knows of no silence.
  const heardAtMs = link.isPaused ? atMs : Math.min(link.heardAtMs, atMs);
  const silentMs = atMs - heardAtMs;
  if (silentMs >= deadAfterMs) return { link: ENDED, outputs: [{ do: 'give_up' }] };
  const next = { ...link, heardAtMs };
  if (silentMs < pingAfterMs) {
    return { link: next, outputs: [{ do: 'wait', ms: pingAfterMs - silentMs }] };
  }
  const ms = Math.min(pingAfterMs, deadAfterMs - silentMs);
  return {
    link: next,
    outputs: [
      { do: 'send', frame: { type: 'ping' } },
      { do: 'wait', ms },
    ],
  };
}
