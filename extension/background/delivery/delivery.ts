import type { AttemptProgress, ObservedReply } from '../../messages/page-messages.ts';
import { keyOf, type NamedConversation } from '../runtime/conversation-ids.ts';
import { isHeldBack } from '../runtime/known-conversations.ts';
import type { DeliveryAttempt } from '../storage/tables.ts';
import { attemptOfSend, attemptsIn, isUnsettled, sendId } from './attempt.ts';
import { createReplyWatch } from './await-reply.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { pageAnswersFor, reconcileAttempt } from './reconcile-attempt.ts';
import { type ProgressAnswer, recordProgress } from './record-progress.ts';
import { needsLook, recordReply } from './record-reply.ts';
import { sendAttempt } from './send-attempt.ts';
import { stopReply } from './stop-reply.ts';

/** How long a held request may wait for the link: well under the 15 s after which the tap itself refuses it. */
const LEAVE_WAIT_MS = 5_000;
/** A page that was refused takes its text out within this time, or it never will. */
const CLEAR_LIMIT_MS = 20_000;

/**
 * Drives every attempt from its journal row to its end. It keeps no state of its own that matters: started over the
 * same journal, it continues where the last life of the background stopped.
 */
export interface Delivery {
  /** Something happened to this conversation: its next step may be possible now. */
  kick(conversation: NamedConversation): void;
  kickAll(): void;
  progress(tabId: number, sendId: string, progress: AttemptProgress): Promise<ProgressAnswer>;
  reply(tabId: number, reply: ObservedReply): Promise<void>;
  pageLoaded(conversation: NamedConversation): void;
  pageGone(tabId: number): void;
  /** The slow pulse: finds pages that fell silent and drafts whose end nobody told. */
  refresh(): Promise<void>;
}

export function createDelivery(
  context: DeliveryContext,
  fault: (error: unknown) => void,
): Delivery {
  const { store, directory, clock, underway, clearing, link } = context;
  /** Conversations being advanced; true: something happened meanwhile, so go once more. */
  const running = new Map<string, boolean>();
  const replies = createReplyWatch(context, kick);

  function kick(conversation: NamedConversation): void {
    const key = keyOf(store.view, conversation);
    if (running.has(key)) {
      running.set(key, true);
      return;
    }
    running.set(key, false);
    void drive(key, conversation);
  }

  async function drive(key: string, conversation: NamedConversation): Promise<void> {
    try {
      do {
        running.set(key, false);
        await advance(conversation);
      } while (running.get(key) === true);
    } catch (error) {
      fault(error);
    } finally {
      running.delete(key);
    }
  }

  /** One conversation's attempts, strictly one after another, until the next step needs an event. */
  async function advance(conversation: NamedConversation): Promise<void> {
    const pages = { tried: new Set<number>(), reloaded: new Set<number>() };
    let isStopAsked = false;
    while (link.online) {
      const rows = attemptsIn(store.view, conversation);
      const row = rows.find(({ status }) => status === 'sending') ?? rows.find(isUnsettled);
      if (row === undefined) {
        const acked = rows.findLast(({ status }) => status === 'acked');
        if (acked?.stops_reply === true && !isStopAsked) {
          isStopAsked = true;
          await stopReply(context, acked);
          continue;
        }
        if (acked !== undefined) await replies.check(acked);
        return;
      }
      if (row.status === 'sending') {
        if (underway.has(sendId(row))) return;
        await reconcileAttempt(context, row);
      } else if (row.reconcile) {
        await reconcileAttempt(context, row);
      } else if (isHeldBack(store.view, row) || !(await sendAttempt(context, row, pages))) {
        return;
      }
    }
  }

  async function progress(
    tabId: number,
    id: string,
    reported: AttemptProgress,
  ): Promise<ProgressAnswer> {
    const mayLeave = reported.step === 'leaving' && (await link.whenOnline(LEAVE_WAIT_MS));
    const answer = await store.step((view) =>
      recordProgress(view, { sendId: id, progress: reported, mayLeave, now: clock.now() }),
    );
    const isOver = reported.step === 'failed' || reported.step === 'no_reply';
    if (isOver) {
      underway.delete(id);
      if (clearing.get(tabId) === id) stopClearing(tabId);
    } else if (reported.step === 'leaving' && !answer.go) {
      underway.delete(id);
      clearing.set(tabId, id);
      clock.after(CLEAR_LIMIT_MS, () => {
        if (clearing.get(tabId) === id) stopClearing(tabId);
      });
    }
    directory.changed();
    const row = attemptOfSend(store.view, id);
    if (row === null) return answer;
    const live = !isOver && (reported.step !== 'leaving' || answer.go);
    if (live && (isUnsettled(row) || row.status === 'acked')) underway.set(id, tabId);
    kick(row);
    return answer;
  }

  function stopClearing(tabId: number): void {
    clearing.delete(tabId);
    directory.changed();
  }

  async function reply(tabId: number, observed: ObservedReply): Promise<void> {
    if (needsLook(store.view, observed)) {
      pageLoaded(observed);
      return;
    }
    const now = clock.now();
    await store.step((view) =>
      recordReply(view, { reply: observed, tabId, answersAttemptId: null, now }),
    );
    kick(observed);
  }

  function pageLoaded(conversation: NamedConversation): void {
    for (const row of attemptsIn(store.view, conversation)) {
      if (row.status === 'acked') replies.lookSoon(row.attempt_id);
    }
    kick(conversation);
  }

  function pageGone(tabId: number): void {
    const lost = [...underway].filter(([, tab]) => tab === tabId).map(([id]) => id);
    for (const id of lost) underway.delete(id);
    stopClearing(tabId);
    for (const id of lost) {
      const row = attemptOfSend(store.view, id);
      if (row !== null) kick(row);
    }
  }

  async function refresh(): Promise<void> {
    const open = [...store.view.attempts.values()].filter(
      (row) => isUnsettled(row) || row.status === 'acked',
    );
    await Promise.all(open.map((row) => refreshOne(row)));
    kickAll();
  }

  async function refreshOne(row: DeliveryAttempt): Promise<void> {
    const id = sendId(row);
    if (underway.has(id) && !(await pageAnswersFor(context, row))) underway.delete(id);
    if (row.waiting_for === null) return;
    for (const [tabId] of directory.serving(row.platform, new Set([row.remote_conversation_id]))) {
      const state = await directory.ask(tabId, { kind: 'page.identify' });
      if (state === null) directory.forget(tabId);
      else directory.saw(tabId, state);
    }
  }

  function kickAll(): void {
    for (const row of store.view.attempts.values()) {
      if (isUnsettled(row) || row.status === 'acked') kick(row);
    }
  }

  return { kick, kickAll, progress, reply, pageLoaded, pageGone, refresh };
}
