/** A place where the server waits, so that a test can do something right there. */
export interface Gate {
  /** Resolves when a request has come to the gate. */
  readonly reached: Promise<void>;
  /** Lets it go on. */
  release(): void;
}

export type Refusal =
  | { readonly kind: 'rate_limited'; readonly clearsInSeconds: number }
  | { readonly kind: 'challenge' }
  | { readonly kind: 'logged_out' }
  | { readonly kind: 'server_error' };

/** A refusal that comes in a stream begun with status 200. */
export type Notice =
  | { readonly kind: 'rate_limited'; readonly clearsInSeconds: number }
  | { readonly kind: 'overloaded' };

/** `arrival`: before the message is in the conversation. `taken`: after, before any byte of the answer. */
export type HoldPoint = 'arrival' | 'taken';

/** Faults of one send. */
export interface SendPlan {
  readonly refusal: Refusal | null;
  readonly notice: Notice | null;
  readonly redesigned: boolean;
  /** The message is taken, and the page is told that the server failed. */
  readonly answerLost: boolean;
  pauseAt(point: HoldPoint): Promise<void>;
  /** Called before event number `index` (0-based) of the reply goes out. Throws where the stream is cut. */
  beforeEvent(index: number): Promise<void>;
}

/** Switches for tests. Those of a send concern the next one only; several may be set for the same one. */
export interface SendFaults {
  /** 429, with the time it lasts where the site tells it. The message does not enter the conversation; so for every refusal. */
  rateLimitNextSend(clearsInSeconds: number): void;
  /** 403 with a human check. */
  challengeNextSend(): void;
  /** The site's word for a login that it does not take any more. */
  logOutNextSend(): void;
  /** 500. */
  failNextSend(): void;
  /** The answer is a stream that says nothing but this; the message does not enter the conversation. */
  noticeInNextReply(notice: Notice): void;
  holdNextSend(point?: HoldPoint): Gate;
  /** Sends `events` events of the reply, then nothing until released. */
  stallNextReply(events: number): Gate;
  /** Sends `events` events of the reply, then drops the connection. */
  cutNextReply(events: number): void;
  /** From now on the site knows nobody: 401 for every request, until `signIn`. */
  signOut(): void;
  signIn(): void;
  /** Answers as after a redesign: every event is there, in a shape nobody knows. */
  redesignNextReply(): void;
  /** From now on each send is decided by its text alone, and what was switched on does not count. */
  planSends(plan: (text: string) => SendPlan): void;
}

export class PlannedFaults implements SendFaults {
  readonly #gates = new Set<Gate>();
  #refusal: Refusal | null = null;
  #notice: Notice | null = null;
  #holds = new Map<HoldPoint, () => Promise<void>>();
  #stall: { readonly at: number; readonly pause: () => Promise<void> } | null = null;
  #cutAt: number | null = null;
  #redesigned = false;
  #signedIn = true;
  #planOf: ((text: string) => SendPlan) | null = null;

  get signedIn(): boolean {
    return this.#signedIn;
  }

  rateLimitNextSend(clearsInSeconds: number): void {
    this.#refusal = { kind: 'rate_limited', clearsInSeconds };
  }

  challengeNextSend(): void {
    this.#refusal = { kind: 'challenge' };
  }

  logOutNextSend(): void {
    this.#refusal = { kind: 'logged_out' };
  }

  noticeInNextReply(notice: Notice): void {
    this.#notice = notice;
  }

  failNextSend(): void {
    this.#refusal = { kind: 'server_error' };
  }

  holdNextSend(point: HoldPoint = 'taken'): Gate {
    const { gate, pause } = this.#newGate();
    this.#holds.set(point, pause);
    return gate;
  }

  stallNextReply(events: number): Gate {
    const { gate, pause } = this.#newGate();
    this.#stall = { at: events, pause };
    return gate;
  }

  redesignNextReply(): void {
    this.#redesigned = true;
  }

  cutNextReply(events: number): void {
    this.#cutAt = events;
  }

  signOut(): void {
    this.#signedIn = false;
  }

  signIn(): void {
    this.#signedIn = true;
  }

  planSends(plan: (text: string) => SendPlan): void {
    this.#planOf = plan;
  }

  /** Takes the faults switched on for the send that has just come; the next one starts clean. */
  takePlan(text: string): SendPlan {
    if (this.#planOf !== null) return this.#planOf(text);
    const [refusal, notice, holds] = [this.#refusal, this.#notice, this.#holds];
    const [stall, cutAt] = [this.#stall, this.#cutAt];
    const redesigned = this.#redesigned;
    this.#redesigned = false;
    this.#refusal = null;
    this.#notice = null;
    this.#holds = new Map();
    this.#stall = null;
    this.#cutAt = null;
    return {
      refusal,
      notice,
      redesigned,
      answerLost: false,
      pauseAt: async (point) => holds.get(point)?.(),
      beforeEvent: async (index) => {
        if (stall?.at === index) await stall.pause();
        if (cutAt === index) throw new Error('the connection is cut here on purpose');
      },
    };
  }

  releaseAll(): void {
    for (const gate of this.#gates) gate.release();
  }

  #newGate(): { gate: Gate; pause: () => Promise<void> } {
    const reached = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const gate: Gate = { reached: reached.promise, release: released.resolve };
    this.#gates.add(gate);
    const pause = (): Promise<void> => {
      reached.resolve();
      return released.promise;
    };
    return { gate, pause };
  }
}
