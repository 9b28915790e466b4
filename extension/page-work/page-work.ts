import type {
  ActAsk,
  ActResult,
  DoneResult,
  ResourceAnswer,
  ResourceAsk,
  ResourceRequest,
} from '../messages/resource-messages.ts';
import { type CallEnd, type CallPage, failed, notEntered } from './call-end.ts';
import type { Entered, FrameThere, PageHost } from './page-host.ts';
import { type Asking, readSnapshot } from './read-snapshot.ts';
import { prefixOf, shownAnswer } from './shown-answer.ts';

type Step = Readonly<Record<string, unknown>> & { readonly verb: string };

/** Does in a page what a call asks for: in the frame that is meant, and so that it is known how far it came. */
export class PageWork<Frame extends FrameThere> {
  readonly #host: PageHost<Frame>;
  readonly #callId: string;
  #entered: Entered<Frame>;
  #page: CallPage;
  /** true: still the page that was judged, as no step has led on. */
  #isJudged = true;

  constructor(host: PageHost<Frame>, callId: string, entered: Entered<Frame>) {
    this.#host = host;
    this.#callId = callId;
    this.#entered = entered;
    this.#page = entered.page;
  }

  async run(verb: string, args: Readonly<Record<string, unknown>>): Promise<CallEnd> {
    if (verb === 'snapshot') return this.#snapshot(args);
    if (verb === 'act') return this.#steps(args);
    return this.#one({ verb, args } as unknown as ResourceAsk, this.#callId);
  }

  /** Returns the outcome of the call in the frame that it went to. */
  async recall(args: object): Promise<CallEnd & { readonly document?: string }> {
    const prefix = prefixOf(args);
    const frame = await this.#frameOf(prefix);
    if (frame === null) return failed('element_gone', 'Its frame is gone.', this.#page);
    const ask = { verb: 'recall', args: { call_id: this.#callId } } as const;
    const answer = await this.#ask(frame, prefix, ask, this.#callId);
    if (!answer.ok) return this.#refused(answer);
    const end = { ok: true, result: { ...answer.result }, page: this.#page, origins: [] } as const;
    // Of a frame's document nothing is kept: one that remembers nothing may be another.
    return prefix === '' ? { ...end, document: answer.document } : end;
  }

  /** A verb in the frame that its reference names. */
  async #one(ask: ResourceAsk, callId: string): Promise<CallEnd> {
    const prefix = prefixOf(ask.args);
    const frame = await this.#frameOf(prefix);
    if (frame === null) return notEntered(prefix, this.#page);
    if (isAct(ask)) return this.#act(frame, prefix, ask, callId);
    try {
      const answer = await this.#ask(frame, prefix, ask, callId);
      if (!answer.ok) return this.#refused(answer);
      const result = shownAnswer(ask, { ...answer.result });
      return { ok: true, result, page: this.#page, origins: [frame.origin] };
    } catch (error) {
      return this.#wentAway(error);
    }
  }

  /** In three: so that of a page that goes away meanwhile it is known whether it was touched. */
  async #act(frame: Frame, prefix: string, act: ActAsk, callId: string): Promise<CallEnd> {
    let answer: ResourceAnswer;
    try {
      answer = await this.#ask(frame, prefix, { verb: 'prepare', args: { act } }, callId);
    } catch (error) {
      return this.#wentAway(error);
    }
    if (!answer.ok) return this.#refused(answer);
    try {
      answer = await this.#ask(frame, prefix, act, callId);
    } catch {
      return failed('outcome_unknown', DIED, this.#page);
    }
    if (!answer.ok) return this.#refused(answer);
    const { done: said } = answer.result as Partial<DoneResult>;
    // One that this page did before tells its end at once.
    if (said === undefined) return this.#acted(frame, answer.result as ActResult);
    try {
      const settle = { verb: 'settle', args: { call_id: callId } } as const;
      answer = await this.#ask(frame, prefix, settle, callId);
    } catch {
      return this.#leftBy(said);
    }
    return answer.ok ? this.#acted(frame, answer.result as ActResult) : this.#refused(answer);
  }

  async #acted({ origin }: Frame, { links, ...said }: ActResult): Promise<CallEnd> {
    const result = { ...said, ...(await this.#doings(links)) };
    return { ok: true, result, page: this.#page, origins: [origin] };
  }

  /** Reports an act that led to another page, or closed this one: that is its effect, and no failure. */
  async #leftBy({ links, ...said }: DoneResult['done']): Promise<CallEnd> {
    const { url, title } = (await this.#host.whereNow()) ?? { url: null, title: null };
    if (url !== null) this.#page = { url, title: title ?? '', doc: null };
    const changed = { url, title, diff: '', left: true };
    const result = { ...said, changed, trusted: false, ...(await this.#doings(links)) };
    return { ok: true, result, page: this.#page, origins: [] };
  }

  #doings(links: unknown): Promise<Readonly<Record<string, unknown>>> {
    return this.#host.doings((links ?? []) as readonly string[]);
  }

  async #steps({
    steps,
    snapshot_after: isShown,
  }: Readonly<Record<string, unknown>>): Promise<CallEnd> {
    const done: unknown[] = [];
    const origins: string[] = [];
    for (const [at, { verb, ...args }] of (steps as readonly Step[]).entries()) {
      const stopped = this.#host.ended() ?? (at === 0 ? null : await this.#enterAgain());
      const ask = { verb, args } as unknown as ResourceAsk;
      const end = stopped ?? (await this.#one(ask, `${this.#callId}#${at}`));
      if (!end.ok) {
        const text = `Step ${at + 1} (${verb}): ${end.text}`;
        return { ...end, text, result: { ...end.result, done_in_part: done } };
      }
      done.push(end.result);
      origins.push(...end.origins);
    }
    const page = this.#page;
    if (isShown !== true) return { ok: true, result: { steps: done }, page, origins };
    const shown = (await this.#enterAgain()) ?? (await this.#snapshot({}));
    if (shown.ok) {
      const result = { steps: done, ...shown.result };
      return { ...shown, result, origins: [...origins, ...shown.origins] };
    }
    // All that was asked for is done: what cannot be shown makes no failure of it.
    const not_shown = `${shown.code}: ${shown.text}`;
    return { ok: true, result: { steps: done, not_shown }, page: this.#page, origins };
  }

  /** A step may lead to another page: whether the chat may go on there is asked anew. Null: it may. */
  async #enterAgain(): Promise<CallEnd | null> {
    const next = await this.#host.enter();
    if (!('frames' in next)) return next;
    this.#entered = next;
    this.#page = next.page;
    this.#isJudged = false;
    return null;
  }

  async #snapshot(args: Readonly<Record<string, unknown>>): Promise<CallEnd> {
    const asking: Asking<Frame> = {
      frameOf: (prefix) => this.#frameOf(prefix),
      ask: (frame, prefix, ask) => this.#ask(frame, prefix, ask, this.#callId),
      page: () => this.#page,
    };
    try {
      const prefix = prefixOf(args);
      // Else nothing would be read, and told as a page without a line.
      if ((await this.#frameOf(prefix)) === null) return notEntered(prefix, this.#page);
      const { refused, result, origins, counts } = await readSnapshot(
        asking,
        this.#host.counts(),
        args,
      );
      if (refused !== null) return this.#refused(refused);
      await this.#host.keep(counts);
      return { ok: true, result, page: this.#page, origins };
    } catch (error) {
      return this.#wentAway(error);
    }
  }

  async #wentAway(error: unknown): Promise<CallEnd> {
    if ((await this.#host.whereNow()) === null)
      return failed('resource_closed', 'Its tab was closed.');
    const text = `The page went elsewhere meanwhile (${String(error)}).`;
    return failed('page_changed', text, this.#page);
  }

  #refused({ error_code, error_message }: Extract<ResourceAnswer, { ok: false }>): CallEnd {
    return failed(error_code, error_message, this.#page);
  }

  async #ask(
    frame: Frame,
    prefix: string,
    ask: ResourceAsk,
    callId: string,
  ): Promise<ResourceAnswer> {
    const isPage = prefix === '';
    const { nextRef } = this.#host.counts();
    const { secrets } = this.#host;
    const answer = await this.#host.ask(frame, {
      ...ask,
      secrets: secrets.told(),
      call_id: callId,
      prefix,
      first_ref: nextRef,
      keep_links: this.#host.keepsLinks,
      expect: isPage ? this.#expected(ask) : null,
    } as ResourceRequest);
    secrets.learn(answer.secrets ?? []);
    if (answer.next_ref > nextRef) await this.#host.keep({ nextRef: answer.next_ref });
    if (isPage) {
      this.#page = { url: answer.url, title: answer.title, doc: answer.document };
      await this.#host.answered(answer);
    }
    return answer;
  }

  /** Before something is done the document has to be the one that was judged; what it changed is told by whichever is there. */
  #expected({ verb }: ResourceAsk): ResourceRequest['expect'] {
    const { expect } = this.#host;
    if (!expect) return null;
    const { doc, ...rest } = expect;
    const begins = verb === 'prepare' || ACTS.has(verb);
    return doc !== undefined && begins && this.#isJudged ? expect : rest;
  }

  /** `f2f5`: of each reference, the frame that stands at that place of its window. */
  async #frameOf(prefix: string): Promise<Frame | null> {
    const path: number[] = [];
    let outer = '';
    for (const ref of prefix.match(/f\d+/g) ?? []) {
      const around = this.#atPath(path);
      if (around === null) return null;
      const ask = { verb: 'frame', args: { ref: outer + ref } } as const;
      const answer = await this.#ask(around, outer, ask, this.#callId);
      if (!answer.ok) return null;
      path.push((answer.result as { readonly index: number }).index);
      outer += ref;
    }
    return this.#atPath(path);
  }

  #atPath(path: readonly number[]): Frame | null {
    const key = path.join();
    return this.#entered.frames.find((frame) => frame.path.join() === key) ?? null;
  }
}

const ACTS: ReadonlySet<string> = new Set<ActAsk['verb']>([
  'click',
  'type',
  'select',
  'check',
  'press',
  'hover',
  'scroll',
  'drag',
  'upload',
]);

function isAct(ask: ResourceAsk): ask is ActAsk {
  return ACTS.has(ask.verb);
}

const DIED = 'The page went away while it was done, and nobody knows whether it was.';
