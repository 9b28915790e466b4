import type { FrameOf } from '../../../shared/protocol/index.ts';
import type { SecretValues } from '../../../shared/lib/secret-values.ts';
import type { ResourceAnswer, ResourceRequest } from '../../messages/resource-messages.ts';
import type { DialogAnswer } from '../../page/dialog-shim.ts';
import type { HeldResource } from '../storage/tables.ts';
import { type CallEnd, type CallPage, failed } from '../../page-work/call-end.ts';
import { notGranted, originNow } from './origin-now.ts';
import { doingsOf } from './page-doings.ts';
import type { PageCounts, PageHost } from '../../page-work/page-host.ts';
import { PageWork } from '../../page-work/page-work.ts';
import { partFor } from '../../page-work/part-for.ts';
import { type ResourceContext, secretsOf } from './resource-context.ts';
import type { ReachedFrame, TabState } from './resource-tabs.ts';
import { isGranted } from './site-grants.ts';

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
  { level, tool }: Pick<Call, 'level' | 'tool'>,
): Promise<Open | CallEnd> {
  const { store, clock, tabs } = context;
  const { tab_id: tabId } = held;
  const state = tabId === null ? null : await tabs.state(tabId);
  if (tabId === null || state === null) return CLOSED;
  const origin = originNow(context, held, state.url, level);
  if (origin === null || state.url === null) return notGranted(context, state.url, level);
  if (held.kind === 'opened') await tabs.shim(tabId);
  let frames: readonly ReachedFrame[];
  try {
    frames = await tabs.reach(tabId, partFor(verbOf(tool)));
  } catch (error) {
    // Closed before anything was asked of it.
    const isThere = store.view.held.has(held.resource_id) && (await tabs.state(tabId)) !== null;
    if (!isThere) return CLOSED;
    throw error;
  }
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
  const open = await openPage(context, held, call);
  if (!('tabId' in open)) return open;
  const verb = verbOf(call.tool);
  if (verb === 'dialog') return answerDialog(context, open, call);
  const tab = new WorkedTab(context, open, call);
  const files = verb === 'upload' ? { files: call.attachments } : {};
  return new PageWork(tab, call.call_id, open).run(verb, { ...call.args, ...files });
}

function verbOf(tool: string): string {
  return tool.slice('browser.'.length);
}

/** Returns the outcome of a call, as the page that got it reports; `isSame`: the page is unchanged. */
export async function recallInTab(
  context: ResourceContext,
  held: HeldResource,
  call: Call,
): Promise<CallEnd & { readonly isSame: boolean }> {
  const open = await openPage(context, held, call);
  if (!('tabId' in open)) return { ...open, isSame: false };
  const work = new PageWork(new WorkedTab(context, open, call), call.call_id, open);
  const { document = null, ...end } = await work.recall(call.args);
  return { ...end, isSame: document !== null && document === held.document };
}

/** Answers the dialog of a tab that Baton opened: in a lent one the person answers. */
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

/** A tab of the person's browser, as one call meets it. */
class WorkedTab implements PageHost<ReachedFrame> {
  readonly expect: ResourceRequest['expect'];
  readonly keepsLinks: boolean;
  readonly secrets: SecretValues;
  readonly #context: ResourceContext;
  readonly #call: Call;
  #open: Open;
  #held: HeldResource;

  constructor(context: ResourceContext, open: Open, call: Call) {
    this.#context = context;
    this.#call = call;
    this.#open = open;
    this.#held = open.held;
    this.secrets = secretsOf(context, open.held.resource_id);
    this.expect = call.expect;
    this.keepsLinks = open.held.kind === 'opened';
  }

  async enter(): Promise<Open | CallEnd> {
    const next = await openPage(this.#context, this.#held, this.#call);
    if ('tabId' in next) this.#open = next;
    return next;
  }

  ask({ frameId }: ReachedFrame, request: ResourceRequest): Promise<ResourceAnswer> {
    return this.#context.tabs.ask(this.#open.tabId, frameId, request);
  }

  counts(): PageCounts {
    const { next_ref: nextRef, snapshots, resource_id } = this.#held;
    return { nextRef, snapshots, shown: this.#context.shown.get(resource_id) ?? null };
  }

  async keep({ nextRef, snapshots, shown }: Partial<PageCounts>): Promise<void> {
    if (shown) this.#context.shown.set(this.#held.resource_id, shown);
    await this.#write({
      ...(nextRef !== undefined && { next_ref: nextRef }),
      ...(snapshots !== undefined && { snapshots }),
    });
  }

  async answered({ document }: ResourceAnswer): Promise<void> {
    const { origin: site } = this.#open;
    if (document === this.#held.document && site === this.#held.site) return;
    await this.#write({ document, site });
  }

  async doings(links: readonly string[]): Promise<Record<string, unknown>> {
    return { ...(await doingsOf(this.#context, this.#held, links)) };
  }

  async whereNow(): Promise<TabState | null> {
    const { tabs } = this.#context;
    await tabs.whenLoaded(this.#open.tabId, LOAD_MS);
    const state = await tabs.state(this.#open.tabId);
    // Only an address that the chat may know is told.
    if (state === null) return null;
    return originNow(this.#context, this.#held, state.url, 'read') === null ? NOWHERE : state;
  }

  ended(): CallEnd | null {
    const { calls } = this.#context.store.view;
    return calls.get(this.#call.call_id)?.cancelled === true
      ? failed('cancelled', 'It was cancelled.')
      : null;
  }

  async #write(change: Partial<HeldResource>): Promise<void> {
    if (Object.keys(change).length === 0) return;
    const { resource_id } = this.#held;
    this.#held = await this.#context.store.step((view) => {
      const row = { ...(view.held.get(resource_id) ?? this.#held), ...change };
      return { change: view.held.has(resource_id) ? { put: { held: [row] } } : {}, answer: row };
    });
  }
}

const NOWHERE: TabState = { url: null, title: null };
const CLOSED = failed('resource_closed', 'Its tab was closed.');
