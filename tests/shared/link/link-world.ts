import {
  advance,
  type Advanced,
  ENDED,
  type Link,
  type LinkEvent,
  type LinkOutput,
  openLink,
} from '../../../shared/link/link.ts';

const LIMITS = { pingAfterMs: 10, deadAfterMs: 20, maxWaitingFrames: 4, maxWaitingText: 1_000 };

interface Numbered {
  readonly type: 'frame';
  readonly seq: number;
  readonly text: string;
}

type OnTheWay =
  | Numbered
  | { readonly type: 'hello' | 'welcome'; readonly lastSeq: number }
  | { readonly type: 'ack'; readonly seq: number }
  | { readonly type: 'ping' }
  | { readonly type: 'pong' };

/** Frames on their way to one end; a connection that was cut carries nothing more. */
class Lane {
  readonly frames: OnTheWay[] = [];
  /** Numbered frames that came over it. */
  numbered = 0;
  readonly taken = new Set<number>();
}

/** One end of a link: its store, which a crash leaves as it is, and a driver of the machine as thin as one can be. */
export class End {
  /** Durable: frames that were not acked, the counters, and all that was taken. */
  readonly outbox = new Map<number, string>();
  numbered = 0;
  received = 0;
  readonly taken: string[] = [];

  /** Asked to be made durable, oldest first. */
  pending: { readonly frame: Numbered; readonly on: Lane }[] = [];
  /** Durable and not said to be: tells come late, and in any order. */
  untold: { readonly seq: number; readonly on: Lane }[] = [];
  link: Link = ENDED;
  isAckAsked = false;
  isPaused = false;
  /** As many frames may be written now. */
  room = Infinity;
  lane: Lane | null = null;
  atMs = 0;
  broken: string | null = null;

  readonly name: string;
  readonly other: () => End;
  readonly cut: () => void;

  constructor(name: string, other: () => End, cut: () => void) {
    this.name = name;
    this.other = other;
    this.cut = cut;
  }

  enqueue(text: string): void {
    this.numbered += 1;
    this.outbox.set(this.numbered, text);
    this.on({ type: 'frames_wait' });
  }

  open(peerHas: number): void {
    const { numbered, received } = this;
    this.follow(openLink({ peerHas, numbered, received }, LIMITS, this.atMs));
  }

  on(event: LinkEvent<Numbered>): void {
    this.follow(advance(this.link, event));
  }

  follow({ link, outputs }: Advanced<Numbered>): void {
    this.link = link;
    for (const output of outputs) this.carryOut(output);
  }

  carryOut(output: LinkOutput<Numbered>): void {
    const { lane } = this;
    switch (output.do) {
      case 'take':
        if (lane === null) return this.mark('took a frame of no connection');
        if (output.frame.seq > output.expected) this.mark('jumped over frames');
        if (lane.taken.has(output.frame.seq)) this.mark('took a frame twice');
        lane.taken.add(output.frame.seq);
        this.pending.push({ frame: output.frame, on: lane });
        return;
      case 'skip':
        return this.mark('skipped a frame that can be read');
      case 'refuse':
        return this.cut();
      case 'forget':
        if (output.seq > this.other().received) this.mark('forgot what the other end has not kept');
        for (const seq of this.outbox.keys()) if (seq <= output.seq) this.outbox.delete(seq);
        return;
      case 'write':
        for (const [seq, text] of this.outbox) {
          if (seq <= output.after) continue;
          if (this.room <= 0) return;
          this.room -= 1;
          this.say({ type: 'frame', seq, text });
          this.on({ type: 'wrote', seq });
        }
        return;
      case 'ask_for_ack':
        this.isAckAsked = true;
        return;
      case 'send':
        if (output.frame.type === 'ack' && output.frame.seq > this.received)
          this.mark('acked what is not durable');
        return this.say(output.frame);
      case 'pause':
      case 'resume':
        this.isPaused = output.do === 'pause';
        return;
      case 'wait':
        return;
      case 'give_up':
        return this.cut();
    }
  }

  say(frame: OnTheWay): void {
    const { lane } = this.other();
    if (this.lane !== null) lane?.frames.push(frame);
  }

  hear(frame: OnTheWay): void {
    this.on({ type: 'heard', atMs: this.atMs });
    if (frame.type === 'hello' || frame.type === 'welcome') {
      if (frame.type === 'hello') this.say({ type: 'welcome', lastSeq: this.received });
      this.open(frame.lastSeq);
    } else if (frame.type === 'frame') this.on({ type: 'frame_came', frame, text: 1 });
    else if (frame.type === 'ack') this.on({ type: 'acked', seq: frame.seq });
    else if (frame.type === 'ping') this.on({ type: 'pinged', id: 'p' });
  }

  /** The oldest that waits becomes durable, whatever has become of the connection it came on. */
  commit(): void {
    const oldest = this.pending.shift();
    if (oldest === undefined) return;
    const { seq, text } = oldest.frame;
    // A connection before this one may have brought it, too.
    if (seq > this.received) {
      this.received = seq;
      this.taken.push(text);
    }
    this.untold.push({ seq, on: oldest.on });
  }

  tell(which: number): void {
    const [one] = this.untold.splice(which % Math.max(1, this.untold.length), 1);
    if (one !== undefined && one.on === this.lane) this.on({ type: 'kept', seq: one.seq });
  }

  ackDue(): void {
    if (!this.isAckAsked) return;
    this.isAckAsked = false;
    this.on({ type: 'ack_due' });
  }

  /** The connection has ended for this end. */
  disconnect(): void {
    this.on({ type: 'over' });
    if (this.isPaused) this.mark('stays paused');
    this.lane = null;
    this.isAckAsked = false;
    this.room = Infinity;
  }

  /** Fails a commit, and with it all commits behind it. */
  failCommit(): void {
    if (this.pending.length === 0) return;
    this.pending = [];
    this.cut();
  }

  crash(): void {
    this.pending = [];
    this.untold = [];
    this.cut();
  }

  mark(what: string): void {
    this.broken ??= `${this.name} ${what}`;
  }
}

/** Two ends, and all that lies between them. */
export class LinkWorld {
  readonly browser: End = new End(
    'browser',
    () => this.conductor,
    () => this.cut(),
  );
  readonly conductor: End = new End(
    'conductor',
    () => this.browser,
    () => this.cut(),
  );
  readonly said = { browser: [] as string[], conductor: [] as string[] };

  end(isBrowser: boolean): End {
    return isBrowser ? this.browser : this.conductor;
  }

  enqueue(isBrowser: boolean): void {
    const texts = isBrowser ? this.said.browser : this.said.conductor;
    texts.push(`${texts.length + 1}`);
    this.end(isBrowser).enqueue(`${texts.length}`);
  }

  /** All that is on its way is lost. */
  cut(): void {
    this.browser.disconnect();
    this.conductor.disconnect();
  }

  connect(): void {
    this.cut();
    this.browser.lane = new Lane();
    this.conductor.lane = new Lane();
    this.browser.say({ type: 'hello', lastSeq: this.browser.received });
  }

  deliver(toBrowser: boolean): void {
    const end = this.end(toBrowser);
    if (end.isPaused) return;
    const frame = end.lane?.frames.shift();
    if (frame === undefined) return;
    if (frame.type === 'frame' && end.lane !== null) end.lane.numbered += 1;
    end.hear(frame);
  }

  /** Two frames overtake each other, or one comes twice, or one is lost: no socket does it, a bug between might. */
  disturb(toBrowser: boolean, how: 'swap' | 'repeat' | 'lose'): void {
    const { lane } = this.end(toBrowser);
    const [first, second] = lane?.frames ?? [];
    // The first numbered frame of a connection may jump: nobody could tell that another was before it.
    if (lane === null || lane.numbered === 0 || first?.type !== 'frame') return;
    if (how === 'repeat') lane.frames.unshift(first);
    else if (how === 'lose') lane.frames.shift();
    else if (second !== undefined) lane.frames.splice(0, 2, second, first);
  }

  pass(isBrowser: boolean, ms: number): void {
    const end = this.end(isBrowser);
    end.atMs += ms;
    end.on({ type: 'beat', atMs: end.atMs });
  }

  /** A new connection, on which nothing goes wrong and one more frame follows from each end. */
  heal(): void {
    this.connect();
    this.settle();
    for (const end of [this.browser, this.conductor]) {
      if (end.outbox.size > 0) end.mark('was not told that all has arrived');
    }
    this.enqueue(true);
    this.enqueue(false);
    this.settle();
    if (this.browser.lane === null) this.browser.mark('gave up a connection that was well');
  }

  settle(): void {
    for (let turn = 0; turn < 10_000 && !this.isQuiet(); turn += 1) {
      for (const end of [this.browser, this.conductor]) {
        end.commit();
        end.tell(0);
        if (end.pending.length + end.untold.length === 0) end.ackDue();
      }
      this.deliver(true);
      this.deliver(false);
    }
  }

  isQuiet(): boolean {
    return [this.browser, this.conductor].every(
      (end) =>
        end.pending.length + end.untold.length + (end.lane?.frames.length ?? 0) === 0 &&
        !end.isAckAsked,
    );
  }
}
