import type { Business } from '../conductor-link/link-session.ts';
import type { FrameOf } from '../../../shared/protocol/index.ts';
import type { RecallResult } from '../../messages/resource-messages.ts';
import { BROWSER_WRITES } from './writing-verbs.ts';
import { type CallEnd, failed, resultFrame } from './call-end.ts';
import { ensureTab, navigate } from './go-to-page.ts';
import type { ResourceContext } from './resource-context.ts';
import { patternOf, revokeGrants } from './site-grants.ts';
import { resourceReport, toldResource } from './take-resource-frames.ts';
import { workInTab } from './work-in-tab.ts';

export interface Executor {
  /** Goes on with all that waits. Safe to call at any time. */
  kick(): void;
  /** After its effect is durable. */
  took(frame: Business): void;
  /** The tab is gone. */
  tabGone(tabId: number): Promise<void>;
  /** The browser was started anew: its tabs are others, and what was allowed until it closed is over. */
  newSession(): Promise<void>;
  /** The browser lets Baton into these sites no longer: match patterns. */
  sitesGone(patterns: readonly string[]): Promise<void>;
  /** The browser gave the tab another id. */
  tabReplaced(before: number, now: number): Promise<void>;
}

/** Runs the calls of the conductor in tabs: of one tab one after another, each once. */
export function createExecutor(context: ResourceContext): Executor {
  const { store, tabs, clock, fault } = context;
  const running = new Set<string>();

  function kick(): void {
    const waiting = [...store.view.calls.values()]
      .filter(({ state }) => state !== 'ended')
      .toSorted((a, b) => a.frame.seq - b.frame.seq);
    for (const { resource_id } of waiting) {
      if (running.has(resource_id)) continue;
      running.add(resource_id);
      runNext(resource_id)
        .catch(fault)
        .finally(() => {
          running.delete(resource_id);
          const isMore = [...store.view.calls.values()].some(
            (call) => call.resource_id === resource_id && call.state === 'queued',
          );
          if (isMore && !isHeldBack(resource_id)) kick();
        });
    }
  }

  function isHeldBack(resourceId: string): boolean {
    return store.view.held.get(resourceId)?.hold === true;
  }

  async function runNext(resourceId: string): Promise<void> {
    const [row] = [...store.view.calls.values()]
      .filter((call) => call.resource_id === resourceId && call.state !== 'ended')
      .toSorted((a, b) => a.frame.seq - b.frame.seq);
    if (row === undefined) return;
    const { frame } = row;
    if (row.cancelled && row.state === 'queued') {
      return end(frame, failed('cancelled', 'It was cancelled before it began.'), false);
    }
    if (row.state === 'queued' && isHeldBack(resourceId)) return;
    // It had begun when the background before this one died.
    if (row.state === 'begun' && BROWSER_WRITES.has(frame.tool)) {
      return end(frame, await afterDeath(frame), true);
    }
    await store.step((view) => {
      const now = view.calls.get(frame.call_id) ?? row;
      return { change: { put: { calls: [{ ...now, state: 'begun' }] } }, answer: null };
    });
    let outcome: CallEnd;
    try {
      outcome = await inTime(frame, run(frame));
    } catch (error) {
      fault(error);
      const code = BROWSER_WRITES.has(frame.tool) ? 'outcome_unknown' : 'page_changed';
      outcome = failed(code, `The browser refused: ${String(error)}`);
    }
    await end(frame, outcome, true);
  }

  /** An answer before the conductor stops waiting for one: a dialog may hold the page for as long as it likes. */
  function inTime(frame: FrameOf<'tool.call'>, work: Promise<CallEnd>): Promise<CallEnd> {
    return new Promise((resolve, reject) => {
      const limitMs = Math.max(1_000, frame.deadline_ms - 1_000);
      const stop = clock.after(limitMs, () => resolve(late(frame)));
      work.then(resolve, reject).finally(stop).catch(fault);
    });
  }

  async function run(frame: FrameOf<'tool.call'>): Promise<CallEnd> {
    if (frame.tool === 'browser.ensure') return ensureTab(context, frame);
    const held = store.view.held.get(frame.resource_id);
    if (held === undefined) return failed('resource_closed', 'This browser does not have it.');
    if (frame.tool === 'browser.navigate') return navigate(context, held, frame);
    if (!frame.tool.startsWith('browser.') || UNKNOWN.has(frame.tool)) {
      return failed('unsupported_verb', `Tabs of this browser do not know ${frame.tool}.`);
    }
    return workInTab(context, held, frame);
  }

  /** The page remembers what acted on it; where the page is gone too, nobody knows. */
  async function afterDeath(frame: FrameOf<'tool.call'>): Promise<CallEnd> {
    const unknown = failed('outcome_unknown', 'It was sent to the page, and no answer came.');
    const held = store.view.held.get(frame.resource_id);
    if (held === undefined || frame.tool === 'browser.act') return unknown;
    const asked = { ...frame, tool: 'browser.recall' };
    const told = await workInTab(context, held, asked).catch(() => unknown);
    if (!told.ok) return unknown;
    const { was, outcome, isSame } = told.result as unknown as RecallResult & { isSame: boolean };
    if (was === 'none' && isSame) return run(frame);
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
      const ended = { ...row, state: 'ended' as const, result_seq: meta.out_seq + 1 };
      const send = [resultFrame(row.frame, outcome, begun)];
      return { change: { put: { calls: [ended] }, send }, answer: null };
    });
  }

  async function letGo(resourceId: string): Promise<void> {
    const held = store.view.held.get(resourceId);
    if (held === undefined) return;
    await store.step(() => ({ change: { remove: { held: [resourceId] } }, answer: null }));
    if (held.kind === 'opened' && held.tab_id !== null) await tabs.close(held.tab_id);
  }

  return {
    kick,
    took(frame) {
      if (frame.type === 'resource.close') letGo(frame.resource_id).then(kick, fault);
      else if (frame.type === 'tool.call' || frame.type === 'resource.mark') kick();
    },
    async tabGone(tabId) {
      const gone = [...store.view.held.values()].filter((row) => row.tab_id === tabId);
      if (gone.length === 0) return;
      const told = gone.map((row) =>
        toldResource(row, { status: 'closed', reason: 'The person closed its tab.' }),
      );
      await store.step(() => ({
        change: {
          remove: { held: gone.map(({ resource_id }) => resource_id) },
          send: [resourceReport(told, false)],
        },
        answer: null,
      }));
    },
    newSession: () =>
      store.step((view) => {
        const ended = [...view.held.keys()];
        const { put, send } = revokeGrants(view, (grant) => grant.session_only, clock.now());
        return {
          change: { ...(put && { put }), ...(send && { send }), remove: { held: ended } },
          answer: undefined,
        };
      }),
    sitesGone: (patterns) =>
      store.step((view) => ({
        change: revokeGrants(
          view,
          ({ origin }) => patterns.includes(patternOf(origin)),
          clock.now(),
        ),
        answer: undefined,
      })),
    async tabReplaced(before, now) {
      const moved = [...store.view.held.values()].filter((row) => row.tab_id === before);
      if (moved.length === 0) return;
      const put = { held: moved.map((row) => ({ ...row, tab_id: now })) };
      await store.step(() => ({ change: { put }, answer: null }));
    },
  };
}

function late({ tool, deadline_ms }: FrameOf<'tool.call'>): CallEnd {
  const isWriting = BROWSER_WRITES.has(tool);
  const text = `The page has not answered within ${deadline_ms} ms; a dialog of it may be open.`;
  return failed(isWriting ? 'outcome_unknown' : 'call_timeout', text);
}

/** What tabs cannot do, or not yet. */
const UNKNOWN: ReadonlySet<string> = new Set(['browser.screenshot', 'browser.dialog']);
