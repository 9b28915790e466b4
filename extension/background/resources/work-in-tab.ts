import type { FrameOf } from '../../../shared/protocol/index.ts';
import type {
  ActAsk,
  ActResult,
  DoneResult,
  FrameInPage,
  ResourceAnswer,
  ResourceAsk,
  ResourceRequest,
  SnapshotResult,
} from '../../messages/resource-messages.ts';
import type { DialogAnswer } from '../../page/dialog-shim.ts';
import type { HeldResource } from '../storage/tables.ts';
import { type CallEnd, type CallPage, failed } from './call-end.ts';
import { type Composed, composeSnapshot, snapshotText } from './compose-snapshot.ts';
import type { ResourceContext } from './resource-context.ts';
import type { ReachedFrame, TabState } from './resource-tabs.ts';
import { notGranted, originNow } from './origin-now.ts';
import { doingsOf } from './page-doings.ts';
import { prefixOf, shownAnswer } from './shown-answer.ts';
import { isGranted } from './site-grants.ts';
import { snapshotChanges } from './snapshot-changes.ts';

type Call = FrameOf<'tool.call'>;

const LOAD_MS = 10_000;

/** A page that may be worked in now, and the frames of it that may be. */
interface Open {
  readonly held: HeldResource;
  readonly tabId: number;
  readonly page: CallPage;
  readonly origin: string;
  readonly frames: readonly ReachedFrame[];
}

/** Which pages a chat may be let into is asked anew at every call, of the page as it stands then. */
export async function openPage(
  context: ResourceContext,
  held: HeldResource,
  level: Call['level'],
): Promise<Open | CallEnd> {
  const { store, clock, tabs } = context;
  const { tab_id: tabId } = held;
  const state = tabId === null ? null : await tabs.state(tabId);
  if (tabId === null || state === null) return CLOSED;
  const origin = originNow(context, held, state.url, level);
  if (origin === null || state.url === null) return notGranted(context, state.url, level);
  if (held.kind === 'opened') await tabs.shim(tabId);
  const frames = await tabs.reach(tabId);
  // The document may have been another when the script came into it.
  const top = frames.find(({ path }) => path.length === 0);
  if (top?.origin !== origin) return failed('page_changed', 'The page went elsewhere meanwhile.');
  const mayEnter = (frame: ReachedFrame): boolean =>
    frame.origin === origin ||
    isGranted(
      store.view,
      { origin: frame.origin, chat_session_id: held.chat_session_id, level },
      clock.now(),
    );
  const page = { url: state.url, title: state.title ?? '', doc: held.document };
  return { held, tabId, page, origin, frames: frames.filter(mayEnter) };
}

export async function workInTab(
  context: ResourceContext,
  held: HeldResource,
  call: Call,
): Promise<CallEnd> {
  const open = await openPage(context, held, call.level);
  if (!('tabId' in open)) return open;
  const tab = new OpenTab(context, open, call);
  const verb = call.tool.slice('browser.'.length);
  if (verb === 'dialog') return answerDialog(context, open, call);
  if (verb === 'snapshot') return tab.snapshot();
  if (verb === 'act') return tab.steps();
  if (verb === 'recall') return tab.recall();
  const files = verb === 'upload' ? { files: call.attachments } : {};
  const args = { ...call.args, ...files };
  return tab.one({ verb, args } as unknown as ResourceAsk, call.call_id);
}

/** Of a tab that Baton opened: in a lent one the person answers. */
async function answerDialog(
  { tabs }: ResourceContext,
  { held, tabId, page }: Open,
  { args }: Call,
): Promise<CallEnd> {
  if (held.kind === 'lent') {
    return failed('unsupported_verb', 'In a tab that was lent the person answers dialogs.', page);
  }
  const answer = args as unknown as DialogAnswer;
  await tabs.answerNext(tabId, answer);
  const result = { next: answer.accept ? 'is accepted' : 'is dismissed' };
  return { ok: true, result, page, origins: [] };
}

class OpenTab {
  readonly #context: ResourceContext;
  readonly #open: Open;
  readonly #call: Call;
  #held: HeldResource;
  #page: CallPage;

  constructor(context: ResourceContext, open: Open, call: Call) {
    this.#context = context;
    this.#open = open;
    this.#call = call;
    this.#held = open.held;
    this.#page = open.page;
  }

  /** A verb in the frame that its reference names. */
  async one(ask: ResourceAsk, callId: string): Promise<CallEnd> {
    const prefix = prefixOf(ask.args);
    const frame = await this.#frameOf(prefix);
    if (frame === null)
      return failed(
        'element_gone',
        `Frame ${prefix} is not in the page, or not allowed.`,
        this.#page,
      );
    if (isAct(ask)) return this.#act(frame, prefix, ask, callId);
    try {
      const answer = await this.#ask(frame, prefix, ask, callId);
      if (!answer.ok) return failed(answer.error_code, answer.error_message, this.#page);
      const result = shownAnswer(ask, { ...answer.result });
      return { ok: true, result, page: this.#page, origins: [frame.origin] };
    } catch (error) {
      return this.#wentAway(error);
    }
  }

  /** In three: so that of a page that goes away meanwhile it is known whether it was touched. */
  async #act(frame: ReachedFrame, prefix: string, act: ActAsk, callId: string): Promise<CallEnd> {
    let answer: ResourceAnswer;
    try {
      answer = await this.#ask(frame, prefix, { verb: 'prepare', args: { act } }, callId);
    } catch (error) {
      return this.#wentAway(error);
    }
    if (!answer.ok) return failed(answer.error_code, answer.error_message, this.#page);
    try {
      answer = await this.#ask(frame, prefix, act, callId);
    } catch {
      return failed('outcome_unknown', DIED, this.#page);
    }
    if (!answer.ok) return failed(answer.error_code, answer.error_message, this.#page);
    const { done: said } = answer.result as Partial<DoneResult>;
    // One that this page did before tells its end at once.
    if (said === undefined) return this.#acted(frame, answer.result as ActResult);
    try {
      answer = await this.#ask(
        frame,
        prefix,
        { verb: 'settle', args: { call_id: callId } },
        callId,
      );
    } catch {
      return this.#leftBy(said);
    }
    if (!answer.ok) return failed(answer.error_code, answer.error_message, this.#page);
    return this.#acted(frame, answer.result as ActResult);
  }

  async #acted({ origin }: ReachedFrame, said: ActResult): Promise<CallEnd> {
    const { links, ...result } = said;
    const doings = await this.#doings(links);
    return { ok: true, result: { ...result, ...doings }, page: this.#page, origins: [origin] };
  }

  #doings(links: unknown): ReturnType<typeof doingsOf> {
    return doingsOf(this.#context, this.#held, (links ?? []) as readonly string[]);
  }

  /** What became of the call in the frame that it went to, if that frame stands as it did. */
  async recall(): Promise<CallEnd> {
    const { call_id } = this.#call;
    const prefix = prefixOf(this.#call.args);
    const frame = await this.#frameOf(prefix);
    if (frame === null) return failed('element_gone', 'Its frame is gone.', this.#page);
    const document = this.#held.document;
    const ask = { verb: 'recall', args: { call_id } } as const;
    const answer = await this.#ask(frame, prefix, ask, call_id);
    if (!answer.ok) return failed(answer.error_code, answer.error_message, this.#page);
    // Of a frame's document nothing is kept: one that remembers nothing may be another.
    const isSame = prefix === '' && answer.document === document;
    return { ok: true, result: { ...answer.result, isSame }, page: this.#page, origins: [] };
  }

  async steps(): Promise<CallEnd> {
    const steps = this.#call.args['steps'] as readonly (Record<string, unknown> & {
      verb: string;
    })[];
    const done: unknown[] = [];
    for (const [at, { verb, ...args }] of steps.entries()) {
      const { store } = this.#context;
      const isCancelled = store.view.calls.get(this.#call.call_id)?.cancelled === true;
      const end: CallEnd = isCancelled
        ? failed('cancelled', 'It was cancelled.')
        : await this.one({ verb, args } as unknown as ResourceAsk, `${this.#call.call_id}#${at}`);
      if (!end.ok) {
        const { code, text } = end;
        const result = { done_in_part: done };
        return {
          ...end,
          code,
          text: `Step ${at + 1} (${verb}): ${text}`,
          result,
          page: this.#page,
        };
      }
      done.push(end.result);
      // A step may lead to another page: whether the chat may go on there is asked anew.
      const next = await openPage(this.#context, this.#held, this.#call.level);
      if (!('tabId' in next) && at < steps.length - 1)
        return { ...next, result: { done_in_part: done } } as CallEnd;
      if ('tabId' in next) Object.assign(this.#open, { frames: next.frames, origin: next.origin });
    }
    return { ok: true, result: { steps: done }, page: this.#page, origins: [this.#open.origin] };
  }

  async snapshot(): Promise<CallEnd> {
    const {
      from = 1,
      max_chars: max = 6_000,
      within,
      since,
    } = this.#call.args as {
      since?: string;
      from?: number;
      max_chars?: number;
      within?: string;
    };
    const origins: string[] = [];
    const first = prefixOf(this.#call.args);
    const read = async (
      inner: FrameInPage | null,
      prefix: string,
      start: number,
      chars: number,
    ): Promise<SnapshotResult | null> => {
      const place = inner === null ? first : prefix;
      const frame = await this.#frameOf(place);
      if (frame === null) return null;
      const args = {
        from: start,
        max_chars: Math.max(200, chars),
        ...(inner === null && within !== undefined && { within }),
      };
      const answer = await this.#ask(frame, place, { verb: 'snapshot', args }, this.#call.call_id);
      if (!answer.ok) throw new Refused(answer.error_code, answer.error_message);
      origins.push(frame.origin);
      return answer.result as SnapshotResult;
    };
    try {
      const composed = await composeSnapshot(read, from, max);
      const snapshot = `s${this.#held.snapshots + 1}`;
      await this.#keep({ snapshots: this.#held.snapshots + 1 });
      const told = this.#since(composed, { snapshot, since, isWhole: from === 1 && !within });
      const text = snapshotText(told, { ...this.#page, snapshot, from });
      const links = [...new Set(composed.links)].slice(0, 500);
      return { ok: true, result: { text, snapshot, links }, page: this.#page, origins };
    } catch (error) {
      if (error instanceof Refused) return failed(error.code, error.message, this.#page);
      return this.#wentAway(error);
    }
  }

  /** Changes alone, where the one before is known and both were read from the top; else all of it, and why. */
  #since(
    composed: Composed,
    {
      snapshot,
      since,
      isWhole,
    }: { readonly snapshot: string; readonly since: string | undefined; readonly isWhole: boolean },
  ): Composed {
    const { shown } = this.#context;
    const { resource_id } = this.#held;
    const before = shown.get(resource_id);
    if (isWhole) shown.set(resource_id, { snapshot, lines: composed.lines });
    if (since === undefined) return composed;
    if (!isWhole || before?.snapshot !== since) {
      return { ...composed, lines: [`(${since} is not kept: all of it)`, ...composed.lines] };
    }
    const lines = [`(changes since ${since})`, ...snapshotChanges(before.lines, composed.lines)];
    return { ...composed, lines };
  }

  async #wentAway(error: unknown): Promise<CallEnd> {
    if ((await this.#stateOnceLoaded()) === null) return CLOSED;
    const text = `The page went elsewhere meanwhile (${String(error)}).`;
    return failed('page_changed', text, this.#page);
  }

  /** It led to another page, or closed this one: that is what it did, and no failure. */
  async #leftBy({ links, ...said }: DoneResult['done']): Promise<CallEnd> {
    const state = (await this.#stateOnceLoaded()) ?? NOWHERE;
    // Only an address that the chat may know is told.
    const isTold = originNow(this.#context, this.#held, state.url, 'read') !== null;
    const { url, title } = isTold ? state : NOWHERE;
    const changed = { url, title, diff: '', left: true };
    if (url !== null) this.#page = { url, title: title ?? '', doc: null };
    const result = { ...said, changed, trusted: false, ...(await this.#doings(links)) };
    return { ok: true, result, page: this.#page, origins: [] };
  }

  async #stateOnceLoaded(): Promise<TabState | null> {
    const { tabs } = this.#context;
    await tabs.whenLoaded(this.#open.tabId, LOAD_MS);
    return tabs.state(this.#open.tabId);
  }

  async #ask(
    frame: ReachedFrame,
    prefix: string,
    ask: ResourceAsk,
    callId: string,
  ): Promise<ResourceAnswer> {
    const { expect } = this.#call;
    const isPage = prefix === '';
    const request = {
      ...ask,
      call_id: callId,
      prefix,
      first_ref: this.#held.next_ref,
      keep_links: this.#held.kind === 'opened',
      expect: isPage && expect !== null ? expect : null,
    } as ResourceRequest;
    const answer = await this.#context.tabs.ask(this.#open.tabId, frame.frameId, request);
    const next_ref = Math.max(this.#held.next_ref, answer.next_ref);
    if (isPage) this.#page = { url: answer.url, title: answer.title, doc: answer.document };
    const { next_ref: before, document, site } = this.#held;
    const isNew = answer.document !== document || this.#open.origin !== site;
    const shown = isPage && { document: answer.document, site: this.#open.origin };
    if (next_ref !== before || (isPage && isNew)) await this.#keep({ next_ref, ...shown });
    return answer;
  }

  async #keep(change: Partial<HeldResource>): Promise<void> {
    const { resource_id } = this.#held;
    this.#held = await this.#context.store.step((view) => {
      const row = { ...(view.held.get(resource_id) ?? this.#held), ...change };
      return { change: view.held.has(resource_id) ? { put: { held: [row] } } : {}, answer: row };
    });
  }

  /** `f2f5`: of each reference, the frame that stands at that place of its window. */
  async #frameOf(prefix: string): Promise<ReachedFrame | null> {
    const path: number[] = [];
    let outer = '';
    for (const ref of prefix.match(/f\d+/g) ?? []) {
      const around = this.#atPath(path);
      if (around === null) return null;
      const ask = { verb: 'frame', args: { ref: outer + ref } } as const;
      const answer = await this.#ask(around, outer, ask, this.#call.call_id);
      if (!answer.ok) return null;
      path.push((answer.result as { readonly index: number }).index);
      outer += ref;
    }
    return this.#atPath(path);
  }

  #atPath(path: readonly number[]): ReachedFrame | null {
    const key = path.join();
    return this.#open.frames.find((frame) => frame.path.join() === key) ?? null;
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
const NOWHERE: TabState = { url: null, title: null };
const CLOSED = failed('resource_closed', 'Its tab was closed.');

class Refused extends Error {
  readonly code: Extract<ResourceAnswer, { ok: false }>['error_code'];

  constructor(code: Refused['code'], message: string) {
    super(message);
    this.code = code;
  }
}
