/** The other end's stream, as it stands on one connection. */
export interface Inbound {
  /** Highest `seq` up to which all is durable here, and the highest that the other end was told of. */
  readonly durable: number;
  readonly acked: number;
  /** The `seq` of the next frame; null before the first one of this connection. */
  readonly next: number | null;
  /** Asked to be made durable, oldest first; those kept before an older one stay until that is kept. */
  readonly waiting: readonly Waiting[];
}

interface Waiting {
  readonly seq: number;
  /** Characters in it that take time to work through. */
  readonly text: number;
  readonly isKept: boolean;
}

/** The state when a connection begins: all up to `received` is durable here. */
export function inboundFrom(received: number): Inbound {
  return { durable: received, acked: received, next: null, waiting: [] };
}

/** Where a frame stands in the stream: taken before, the next one, or one before which others are missing. */
export function place(
  { durable, next }: Inbound,
  seq: number,
): { readonly is: 'known' | 'next' | 'ahead'; readonly expected: number } {
  const expected = next ?? durable + 1;
  return { is: seq < expected ? 'known' : seq === expected ? 'next' : 'ahead', expected };
}

/** The frame was taken, and is not durable yet. */
export function withWaiting(inbound: Inbound, seq: number, text: number): Inbound {
  const waiting = [...inbound.waiting, { seq, text, isKept: false }];
  return { ...inbound, next: seq + 1, waiting };
}

/** The other end sent it again: of what is durable here it has not heard. */
export function knownAgain(inbound: Inbound, seq: number): Inbound {
  const { durable, acked, next } = inbound;
  return {
    ...inbound,
    next: next ?? durable + 1,
    acked: seq <= durable ? Math.min(acked, seq - 1) : acked,
  };
}

/** An `ack` is cumulative: what is kept before an older frame counts only once that is kept, too. */
export function keep(inbound: Inbound, seq: number): Inbound {
  const waiting = inbound.waiting.map((one) => (one.seq === seq ? { ...one, isKept: true } : one));
  const open = waiting.findIndex(({ isKept }) => !isKept);
  const kept = open === -1 ? waiting : waiting.slice(0, open);
  return {
    ...inbound,
    durable: kept.at(-1)?.seq ?? inbound.durable,
    waiting: waiting.slice(kept.length),
  };
}

/** Characters of all frames that are not durable yet. */
export function waitingText({ waiting }: Inbound): number {
  return waiting.reduce((sum, { text }) => sum + text, 0);
}
