import type { BusinessFrame } from '../conductor-link/link-session.ts';
import type { FrameOf } from '../../../shared/protocol/index.ts';
import { withoutSecrets } from '../../../shared/lib/without-secrets.ts';
import { BROWSER_VERBS } from '../../../shared/verbs/browser-verbs.ts';
import type { RecallResult } from '../../messages/resource-messages.ts';

import { type CallEnd, failed } from '../../page-work/call-end.ts';
import { ensureTab, navigate } from './go-to-page.ts';
import { type ResourceContext, secretsOf } from './resource-context.ts';
import {
  leaveChange,
  newSessionChange,
  stopChange,
  tabGoneChange,
  tabReplacedChange,
} from './held-changes.ts';
import { patternOf, revokeGrants } from './site-grants.ts';
import { originNow } from './origin-now.ts';
import { resultFrame } from './result-frame.ts';
import { takePicture } from './take-picture.ts';
import { recallInTab, workInTab } from './work-in-tab.ts';
import { BROWSER_WRITES } from './writing-verbs.ts';
import { type Change, metaOf, type View } from '../storage/row-store.ts';
import type { HeldResource, ResourceCall } from '../storage/tables.ts';

export interface Executor {
  /** Goes on with all that waits. Safe to call at any time. */
  kick(): void;
  /** After its effect is durable. */
  took(frame: BusinessFrame): void;
  /** Ends what runs, and begins nothing more until `goOn`; also with no conductor there. */
  stop(): Promise<void>;
  goOn(): Promise<void>;
  /** The same for one tab. */
  stopTab(resourceId: string): Promise<void>;
  tabGoesOn(resourceId: string): Promise<void>;
  /** Stops the work in that tab, if there is any. */
  stopHere(tabId: number): Promise<void>;
  /** The person takes it back: it stays open, and works for no chat any more. */
  giveBack(resourceId: string): Promise<void>;
  /** The tab shows another page: what was lent for one site works in no other. */
  tabMoved(tabId: number): Promise<void>;
  /** The tab is gone. */
  tabGone(tabId: number): Promise<void>;
  newSession(): Promise<void>;
  /** The browser lets Baton into these sites no longer: match patterns. */
  sitesGone(patterns: readonly string[]): Promise<void>;
  tabReplaced(before: number, now: number): Promise<void>;
}

/** Runs the calls of the conductor in tabs: of one tab one after another, each once. */
export function createExecutor(context: ResourceContext): Executor {
  const { store, tabs, clock, fault } = context;
  /** Function that ends the running call of each working resource from outside; null before the call has begun. */
  const running = new Map<string, ((end: CallEnd) => void) | null>();

  function kick(): void {
    for (const { resource_id } of unended()) {
      if (running.has(resource_id)) continue;
      running.set(resource_id, null);
      runNext(resource_id).then(
        (isMore) => {
          running.delete(resource_id);
          leaveAway(resource_id).catch(fault);
          if (isMore) kick();
        },
        (error: unknown) => {
          // The next frame or alarm tries again.
          running.delete(resource_id);
          fault(error);
        },
      );
    }
  }

  function unended(): ResourceCall[] {
    return [...store.view.calls.values()]
      .filter(({ state }) => state !== 'ended')
      .toSorted((a, b) => a.frame.seq - b.frame.seq);
  }

  /** False: there is nothing to do there now. */
  async function runNext(resourceId: string): Promise<boolean> {
    const row = unended().find(({ resource_id }) => resource_id === resourceId);
    if (row === undefined) return false;
    const { frame } = row;
    if (row.state === 'queued') {
      const refusal = refusalOf(row);
      if (refusal !== null) {
        await end(frame, refusal, false);
        return true;
      }
      const held = store.view.held.get(resourceId);
      const isStopped = metaOf(store.view).work_stopped === true || held?.stopped === true;
      if (isStopped || held?.hold === true) return false; // guard: stop-holds
    }
    // It had begun when the background before this one died.
    // guard: journal-before-page
    if (row.state === 'begun' && BROWSER_WRITES.has(frame.tool)) {
      await end(frame, await afterDeath(frame), true);
      return true;
    }
    const isBegun = await store.step((view) => {
      const now = view.calls.get(frame.call_id);
      if (now === undefined) return { change: {}, answer: false };
      return { change: { put: { calls: [{ ...now, state: 'begun' }] } }, answer: true };
    });
    // The pairing that it came by has ended.
    if (!isBegun) return false;
    await end(frame, await endable(frame), true);
    return true;
  }

  /** Why nothing of it is begun. */
  function refusalOf({
    frame: { tool, args, resource_id },
    cancelled,
  }: ResourceCall): CallEnd | null {
    if (cancelled) return failed('cancelled', 'It was cancelled before it began.');
    if (tool !== 'browser.ensure' && !store.view.held.has(resource_id)) return closedNow();
    const verb = Object.hasOwn(BROWSER_VERBS, tool.slice(BROWSER.length))
      ? BROWSER_VERBS[tool.slice(BROWSER.length) as keyof typeof BROWSER_VERBS]
      : undefined;
    if (!tool.startsWith(BROWSER) || verb?.by !== 'executor') {
      return failed('unsupported_verb', `Tabs of this browser do not know ${tool}.`);
    }
    const checked = verb.args.safeParse(args);
    if (checked.success) return null;
    const [issue] = checked.error.issues;
    return failed('invalid_params', `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
  }

  /** Runs it until it ends, its time is up, or what it works in goes away. */
  async function endable(frame: FrameOf<'tool.call'>): Promise<CallEnd> {
    const outside = Promise.withResolvers<CallEnd>();
    running.set(frame.resource_id, outside.resolve);
    const limitMs = Math.max(frame.deadline_ms / 2, frame.deadline_ms - ANSWERED_BEFORE_MS);
    const stop = clock.after(limitMs, () => {
      giveUp(frame).then(
        () => clock.after(GIVEN_UP_WITHIN_MS, () => outside.resolve(late(frame))),
        fault,
      );
    });
    const unwatch = watchDialog(frame, outside.resolve);
    try {
      const ended = await Promise.race([run(frame), outside.promise]);
      const isCancelled = store.view.calls.get(frame.call_id)?.cancelled === true;
      if (ended.ok || (isCancelled && ended.code === 'cancelled')) return ended;
      const isUndone = ended.code === 'cancelled' || ended.code === 'page_changed';
      const isGone = isUndone && !store.view.held.has(frame.resource_id);
      if (isGone) return { ...ended, ...closedNow() };
      if (ended.code !== 'cancelled') return ended;
      // The page let it go because its time was up.
      return failed('call_timeout', 'Its time was up before anything was done.', ended.page);
    } catch (error) {
      fault(error);
      const code = BROWSER_WRITES.has(frame.tool) ? 'outcome_unknown' : 'page_changed';
      return failed(code, `The browser refused: ${String(error)}`);
    } finally {
      stop();
      unwatch();
    }
  }

  /** A real dialog holds every script of its page: the call ends, and the person or a reload goes past it. */
  function watchDialog(frame: FrameOf<'tool.call'>, end: (ended: CallEnd) => void): () => void {
    let stop: () => void = () => undefined;
    let isOver = false;
    const look = (): void => {
      const tabId = store.view.held.get(frame.resource_id)?.tab_id ?? null;
      if (isOver || tabId === null || PAST_PAGE.has(frame.tool)) return;
      tabs.answers(tabId, DIALOG_AFTER_MS).then((isAnswering) => {
        if (isOver) return;
        if (isAnswering) stop = clock.after(LOOK_MS, look);
        else end(failed('dialog_open', DIALOG_TEXT));
      }, fault);
    };
    stop = clock.after(LOOK_MS, look);
    return () => {
      isOver = true;
      stop();
    };
  }

  /** A page that still waits for its element lets go of it; what is being done is done. */
  async function giveUp(
    { call_id, resource_id, tool }: FrameOf<'tool.call'>,
    tabId = store.view.held.get(resource_id)?.tab_id ?? null,
  ): Promise<void> {
    if (!BROWSER_WRITES.has(tool) || tabId === null) return;
    const ask = { verb: 'cancel', args: { call_id } } as const;
    const frames = await tabs.reach(tabId, 'acts').catch(() => []);
    const request = { ...ask, call_id, prefix: '', first_ref: 1 };
    await Promise.all(
      frames.map(({ frameId }) => tabs.ask(tabId, frameId, request).catch(() => null)),
    );
  }

  /**
   * Ends the call of a resource whose tab is gone. A call that writes reports itself how far it came, as its page no
   * longer answers; the outcome of one that reports nothing is unknown.
   */
  function cutOff({ resource_id, tab_id }: HeldResource): void {
    const end = running.get(resource_id) ?? null;
    const begun = unended().find((row) => row.resource_id === resource_id && row.state === 'begun');
    if (end === null || begun === undefined) return;
    if (!BROWSER_WRITES.has(begun.frame.tool)) return end(closedNow());
    giveUp(begun.frame, tab_id).catch(fault);
    clock.after(LAST_WORD_MS, () => end(failed('outcome_unknown', CUT_OFF)));
  }

  function cancelled(callId: string): void {
    const row = store.view.calls.get(callId);
    if (row?.state !== 'begun') return kick();
    if (BROWSER_WRITES.has(row.frame.tool)) giveUp(row.frame).catch(fault);
    else running.get(row.resource_id)?.(failed('cancelled', 'It was cancelled.'));
  }

  async function run(frame: FrameOf<'tool.call'>): Promise<CallEnd> {
    if (frame.tool === 'browser.ensure') return ensureTab(context, frame);
    const held = store.view.held.get(frame.resource_id);
    if (held === undefined) return closedNow();
    if (frame.tool === 'browser.navigate') return navigate(context, held, frame);
    if (frame.tool === 'browser.screenshot') return takePicture(context, held, frame);
    return workInTab(context, held, frame);
  }

  /** The page remembers what acted on it; where the page is gone too, nobody knows. */
  async function afterDeath(frame: FrameOf<'tool.call'>): Promise<CallEnd> {
    const unknown = failed('outcome_unknown', 'It was sent to the page, and no answer came.');
    const held = store.view.held.get(frame.resource_id);
    if (held === undefined || frame.tool === 'browser.act') return unknown;
    const told = await recallInTab(context, held, frame).catch(() => unknown);
    if (!told.ok || !('isSame' in told)) return unknown;
    const { was, outcome } = told.result as unknown as RecallResult;
    if (was === 'none' && told.isSame) return run(frame);
    if (was !== 'ended' || outcome === undefined) return unknown;
    if (!outcome.ok) return failed(outcome.error_code, outcome.error_message, told.page);
    return { ...told, result: { ...outcome.result } };
  }

  /** The end of a call and the frame that tells of it become durable together. */
  async function end(frame: FrameOf<'tool.call'>, outcome: CallEnd, begun: boolean): Promise<void> {
    await store.step((view) => {
      const row = view.calls.get(frame.call_id);
      const meta = view.meta.get('meta');
      if (row === undefined || meta === undefined) return { change: {}, answer: null };
      const secrets = secretsOf(context, row.frame.resource_id);
      // guard: secrets-of-resource
      const result = resultFrame(row.frame, withoutSecrets(secrets, outcome), begun);
      const ended = { ...row, state: 'ended' as const, result, result_seq: meta.out_seq + 1 };
      return { change: { put: { calls: [ended] }, send: [result] }, answer: null };
    });
  }

  async function letGo(resourceId: string): Promise<void> {
    const held = store.view.held.get(resourceId);
    if (held === undefined) return;
    await store.step(() => ({ change: { remove: { held: [resourceId] } }, answer: null }));
    cutOff(held);
    // guard: lent-not-closed
    if (held.kind === 'opened' && held.tab_id !== null) await tabs.close(held.tab_id);
  }

  const change = (decide: (view: View) => Change): Promise<void> =>
    store.step((view) => ({ change: decide(view), answer: undefined }));

  /** Null: all there are. */
  async function stopWork(resourceId: string | null): Promise<void> {
    const begun = await store.step((view) => {
      const rows = unended().filter(
        (row) => row.state === 'begun' && (resourceId === null || row.resource_id === resourceId),
      );
      const stopped = stopChange(view, resourceId, true);
      const calls = rows.map((row) => ({ ...row, cancelled: true }));
      return { change: { ...stopped, put: { ...stopped.put, calls } }, answer: rows };
    });
    for (const { call_id } of begun) cancelled(call_id);
  }

  async function goOnWork(resourceId: string | null): Promise<void> {
    await change((view) => stopChange(view, resourceId, false));
    kick();
  }

  async function leave(resourceId: string, reason: string): Promise<void> {
    const held = store.view.held.get(resourceId);
    if (held === undefined) return;
    await change((view) => leaveChange(view, [held], reason, true));
    cutOff(held);
    kick();
  }

  /** As early as can be: what a page asks while it loads holds it otherwise. */
  async function shimIn(tabId: number): Promise<void> {
    for (const held of store.view.held.values()) {
      if (held.tab_id !== tabId || held.kind !== 'opened') continue;
      const state = await tabs.state(tabId);
      if (originNow(context, held, state?.url ?? null, 'read') !== null) await tabs.shim(tabId);
    }
  }

  /** A lent tab works where it was lent, and nowhere else. */
  async function leaveAway(resourceId: string): Promise<void> {
    const held = store.view.held.get(resourceId);
    if (held?.kind !== 'lent' || held.tab_id === null) return;
    const state = await tabs.state(held.tab_id);
    if (state === null || isAt(state.url, held.lent_origin)) return; // guard: lent-stays
    await leave(resourceId, 'It left the site it was lent for.');
  }

  return {
    kick,
    took(frame) {
      if (frame.type === 'resource.close') letGo(frame.resource_id).then(kick, fault);
      else if (frame.type === 'tool.cancel') cancelled(frame.call_id);
      else if (frame.type === 'tool.call' || frame.type === 'resource.mark') kick();
    },
    stop: () => stopWork(null),
    goOn: () => goOnWork(null),
    stopTab: stopWork,
    tabGoesOn: goOnWork,
    async stopHere(tabId) {
      const rows = [...store.view.held.values()].filter((row) => row.tab_id === tabId);
      for (const { resource_id } of rows) await stopWork(resource_id);
    },
    giveBack: (resourceId) => leave(resourceId, 'The person took its tab back.'),
    async tabMoved(tabId) {
      await shimIn(tabId);
      // What runs there may have led it away, and is to say so first.
      const rows = [...store.view.held.values()].filter((row) => row.tab_id === tabId);
      for (const row of rows) if (!running.has(row.resource_id)) await leaveAway(row.resource_id);
    },
    async tabGone(tabId) {
      const gone = [...store.view.held.values()].filter((row) => row.tab_id === tabId);
      await change((view) => tabGoneChange(view, tabId));
      for (const held of gone) cutOff(held);
    },
    newSession: () => change((view) => newSessionChange(view, clock.now())),
    sitesGone: (patterns) =>
      change((view) =>
        revokeGrants(view, ({ origin }) => patterns.includes(patternOf(origin)), clock.now()),
      ),
    tabReplaced: (before, now) => change((view) => tabReplacedChange(view, before, now)),
  };
}

function isAt(url: string | null, origin: string | null): boolean {
  return url !== null && URL.canParse(url) && new URL(url).origin === origin;
}

function closedNow(): CallEnd {
  return failed('resource_closed', 'Its tab is closed, or was never here.');
}

/** A dialog may hold the page for as long as it likes. */
function late({ tool, deadline_ms }: FrameOf<'tool.call'>): CallEnd {
  const isWriting = BROWSER_WRITES.has(tool);
  const text = `The page has not answered within ${deadline_ms} ms; a dialog of it may be open.`;
  return failed(isWriting ? 'outcome_unknown' : 'call_timeout', text);
}

/** These go past what the page shows. */
const PAST_PAGE: ReadonlySet<string> = new Set(['browser.ensure', 'browser.navigate']);
const LOOK_MS = 500;
const DIALOG_AFTER_MS = 2_000;
const DIALOG_TEXT =
  'A dialog of the page is open, or its script does not rest: nothing in it answers. What was asked for may have been done. ' +
  'A person can answer it; navigate {"to":"reload"} and closeTab go past it.';
const BROWSER = 'browser.';
/** So long before the conductor stops waiting, a call ends by itself. */
const ANSWERED_BEFORE_MS = 1_000;
const GIVEN_UP_WITHIN_MS = 400;
/** So long a page that is gone may take to say what became of the call in it. */
const LAST_WORD_MS = 1_000;
const CUT_OFF = 'Its tab was closed while it was done, and nobody knows whether it was.';
