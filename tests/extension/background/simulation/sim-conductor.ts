import {
  type ConductorBusinessFrame,
  type ExtensionBusinessFrame,
  type FrameOf,
  parseExtensionFrame,
  PROTOCOL_VERSION,
  type Unsent,
} from '../../../../shared/protocol/index.ts';
import type { SocketEvents } from '../../../../extension/background/ports.ts';

/** The far end of the link: durable, counts frames both ways, hands out jobs, keeps all it heard. */
export class SimConductor {
  readonly heard: ExtensionBusinessFrame[] = [];
  readonly refused: string[] = [];
  readonly errors: FrameOf<'error'>[] = [];
  heldJobIds: string[] = [];
  /** Close code for the next hellos instead of a welcome. */
  turnAwayWith: number | null = null;
  /** Answer to a request for the overview. */
  overview: Omit<FrameOf<'overview'>, 'v' | 'id' | 'type'> | null = null;
  /** Frames without a number, in order of arrival. */
  readonly momentary: (FrameOf<'reply.progress'> | FrameOf<'site.report'>)[] = [];
  /** false: the conductor is older than those frames. */
  takesMomentary = true;
  /** Hears nothing and says nothing, with the socket open. */
  mute = false;
  readonly #outbox: ConductorBusinessFrame[] = [];
  #outSeq = 0;
  #inSeq = 0;
  #socket: SocketEvents | null = null;
  #frameCount = 0;

  get connected(): boolean {
    return this.#socket !== null;
  }

  get unacked(): number {
    return this.#outbox.length;
  }

  heardOf<T extends ExtensionBusinessFrame['type']>(
    type: T,
  ): Extract<ExtensionBusinessFrame, { type: T }>[] {
    return this.heard.filter(
      (frame): frame is Extract<ExtensionBusinessFrame, { type: T }> => frame.type === type,
    );
  }

  enqueue(job: Partial<FrameOf<'delivery.enqueue'>> & { job_id: string }): void {
    this.heldJobIds = [...new Set([...this.heldJobIds, job.job_id])];
    this.say({
      type: 'delivery.enqueue',
      platform: 'chatgpt',
      remote_conversation_id: 'c-1',
      local_conversation_id: 'lc-1',
      assistant_message_id: 'assistant-0',
      message_text: 'The result.',
      delivery_kind: 'proxy_delivery',
      origin: 'reply',
      attempt: 1,
      reconcile: false,
      start_new: false,
      ...job,
    });
  }

  say(frame: Unsent<ConductorBusinessFrame>): void {
    this.#outSeq += 1;
    const whole: ConductorBusinessFrame = { ...this.#envelope(), seq: this.#outSeq, ...frame };
    this.#outbox.push(whole);
    this.#socket?.received(JSON.stringify(whole));
  }

  /** Bytes as they are: for frames no conductor should send. */
  sayRaw(text: string): void {
    this.#socket?.received(text);
  }

  /** A connection of the background's; the returned pair is its end of the wire. */
  accept(events: SocketEvents): { received(text: string): void; closed(): void } {
    return {
      received: (text) => this.#take(events, text),
      closed: () => {
        if (this.#socket === events) this.#socket = null;
      },
    };
  }

  drop(code = 1006): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.closed(code);
  }

  #take(events: SocketEvents, text: string): void {
    if (this.mute) return;
    const parsed = parseExtensionFrame(text);
    if (!parsed.ok) {
      this.refused.push(`${parsed.error.path ?? ''}: ${parsed.error.message}`);
      return;
    }
    const frame = parsed.value;
    switch (frame.type) {
      case 'hello':
        return this.#welcome(events, frame.last_seq);
      case 'ack':
        return this.#dropAcked(frame.seq);
      case 'ping':
        return this.#answer(events, { type: 'pong', ping_id: frame.id });
      case 'pong':
      case 'resource.event':
        return;
      case 'reply.progress':
      case 'site.report':
        this.momentary.push(frame);
        if (!this.takesMomentary) this.#refuseType(events, frame.id);
        return;
      case 'error':
        this.errors.push(frame);
        return;
      case 'overview_watch':
        if (this.overview !== null) this.#answer(events, { type: 'overview', ...this.overview });
        return;
      case 'message_ask':
      case 'briefing_ask':
      case 'face_ask':
        return this.#answer(events, { type: 'text', ref_id: frame.id, text: `for ${frame.type}` });
      default:
        if (frame.seq > this.#inSeq) {
          if (frame.seq !== this.#inSeq + 1) this.refused.push(`gap before ${frame.seq}`);
          this.#inSeq = frame.seq;
          this.heard.push(frame);
        }
        this.#answer(events, { type: 'ack', seq: this.#inSeq });
    }
  }

  #refuseType(events: SocketEvents, ref_id: string): void {
    const message = 'No frame of that type is taken here.';
    this.#answer(events, { type: 'error', code: 'unknown_type', message, path: 'type', ref_id });
  }

  #welcome(events: SocketEvents, lastSeq: number): void {
    if (this.turnAwayWith !== null) {
      events.closed(this.turnAwayWith);
      return;
    }
    this.#socket = events;
    this.#dropAcked(lastSeq);
    this.#answer(events, {
      type: 'welcome',
      client_id: 'client-1',
      last_seq: this.#inSeq,
      held_job_ids: this.heldJobIds,
      ping_interval_ms: 20_000,
      conductor_version: '0.0.0',
      now: 0,
    });
    for (const frame of this.#outbox) {
      events.received(JSON.stringify(frame));
    }
  }

  #dropAcked(seq: number): void {
    this.#outbox.splice(0, this.#outbox.filter((sent) => sent.seq <= seq).length);
  }

  #answer(events: SocketEvents, frame: object): void {
    events.received(JSON.stringify({ ...this.#envelope(), ...frame }));
  }

  #envelope(): { v: typeof PROTOCOL_VERSION; id: string } {
    this.#frameCount += 1;
    return { v: PROTOCOL_VERSION, id: `conductor-${this.#frameCount}` };
  }
}
