import { idsOf, runtimeOf } from '../runtime/conversation-ids.ts';
import type { DeliveryAttempt } from '../storage/tables.ts';
import { type AttemptFailure, attemptsIn, attemptAfter, sendId } from './attempt.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { addressOf, findPage, RELOAD_LIMIT_MS } from './find-page.ts';
import { endedChange, notSentChange, draftWaitChange } from './record-progress.ts';
import { updateIfUnchanged } from './update-if-unchanged.ts';

/** More sends than this within one attempt mean that something eats them; the conductor's backoff takes over. */
const MAX_SENDS = 3;
/** Pages that may fall silent before they are told to send; each further one would be one more opened tab. */
const MAX_SILENT_PAGES = 3;
/** Maximum length of an address that is told to a person. */
const MAX_ADDRESS = 1_000;

/** Facts about tabs, found while a conversation is worked on. */
export interface TriedPages {
  /** Gave no answer. */
  readonly tried: Set<number>;
  /** Loaded anew, to show what they did not. */
  readonly reloaded: Set<number>;
}

/**
 * Takes an attempt from `resolving` to a page that was told to send. Returns false when it now waits for an event
 * (a draft to go, the link to come back, the page to report).
 */
export async function sendAttempt(
  context: DeliveryContext,
  row: DeliveryAttempt,
  { tried, reloaded }: TriedPages,
): Promise<boolean> {
  const { directory, clock, link } = context;
  if (row.send_count >= MAX_SENDS) {
    return fail(context, row, 'page_gone', 'The page was lost each time before it could send.');
  }
  if (tried.size >= MAX_SILENT_PAGES) {
    return fail(context, row, 'missing_route', 'Every page of the conversation fell silent.');
  }
  const found = await findPage(context, row, { purpose: 'send', tried, mayOpen: true });
  switch (found.kind) {
    case 'draft':
      await updateIfUnchanged(context, row, (current, now) => draftWaitChange(current, now));
      return false;
    case 'none':
      return fail(context, row, 'missing_route', wayOut(context, row));
    case 'problem':
    case 'page':
      break;
  }

  const { tabId } = found;
  const baseline = await directory.ask(tabId, {
    kind: 'attempt.baseline',
    remote_conversation_id: nameInPage(context, row, tabId),
  });
  if (baseline === null && found.kind === 'problem') {
    return fail(context, row, found.problem.code, found.problem.text);
  }
  if (baseline?.ok === false && baseline.reloads && !reloaded.has(tabId)) {
    reloaded.add(tabId);
    directory.forget(tabId);
    await directory.until(() => (directory.pages.has(tabId) ? true : null), RELOAD_LIMIT_MS);
    return true;
  }
  if (baseline === null || (!baseline.ok && baseline.code === 'page_gone' && !baseline.reloads)) {
    tried.add(tabId);
    directory.forget(tabId);
    return true;
  }
  if (!baseline.ok) {
    if (baseline.code !== 'draft_present') return fail(context, row, baseline.code, baseline.text);
    const state = directory.pages.get(tabId);
    if (state !== undefined) directory.saw(tabId, { ...state, draft: true });
    return true;
  }
  if (!link.online) return false;

  const begun = await context.store.step((view) => {
    const current = view.attempts.get(row.attempt_id);
    const free = !attemptsIn(view, row).some(
      (other) => other.status === 'sending' && other.attempt_id !== row.attempt_id,
    );
    if (current === undefined || current.revision !== row.revision || !free) {
      return { change: {}, answer: null };
    }
    const after = attemptAfter(
      current,
      'BEGIN',
      {
        send_count: current.send_count + 1,
        known_user_message_ids: baseline.user_message_ids,
        waiting_for: null,
        diagnostic_tab_id: tabId,
        diagnostic_page_url: directory.pages.get(tabId)?.url ?? null,
      },
      clock.now(),
    );
    return { change: { put: { attempts: [after] } }, answer: after };
  });
  if (begun === null) return true;

  const told = sendId(begun);
  context.underway.set(told, tabId);
  const answer = await directory.ask(tabId, {
    kind: 'attempt.send',
    attempt_id: told,
    remote_conversation_id: nameInPage(context, row, tabId),
    message_text: begun.message_text,
  });
  if (answer === null) {
    // It may have heard and it may not: from here on only evidence counts.
    context.underway.delete(told);
    return true;
  }
  if (!answer.taken) {
    context.underway.delete(told);
    await refusedByPage(context, begun, { ...answer, retry_after_ms: null });
    const state = directory.pages.get(tabId);
    if (answer.code === 'draft_present' && state !== undefined) {
      directory.saw(tabId, { ...state, draft: true });
    }
  }
  return true;
}

/** The id the page itself calls the conversation by; it compares with what it shows. */
export function nameInPage(context: DeliveryContext, row: DeliveryAttempt, tabId: number): string {
  const shown = context.directory.pages.get(tabId)?.remote_conversation_id;
  return shown && idsOf(context.store.view, row).has(shown) ? shown : row.remote_conversation_id;
}

async function refusedByPage(
  context: DeliveryContext,
  begun: DeliveryAttempt,
  refusal: AttemptFailure,
): Promise<void> {
  await updateIfUnchanged(context, begun, (current, now) => notSentChange(current, refusal, now));
}

async function fail(
  context: DeliveryContext,
  row: DeliveryAttempt,
  code: AttemptFailure['code'],
  text: string,
): Promise<boolean> {
  await updateIfUnchanged(context, row, (current, now) =>
    endedChange(current, { code, text, retry_after_ms: null }, now),
  );
  return true;
}

/** Tells a person how to go on where no page of the conversation is open. */
function wayOut(context: DeliveryContext, row: DeliveryAttempt): string {
  const [lastUrl] = runtimeOf(context.store.view, row)?.last_seen_page_urls ?? [];
  if (addressOf(context, row) !== null || lastUrl === undefined)
    return 'No page of the conversation could be opened.';
  return (
    'The page of the conversation was closed, and its address does not name it. ' +
    `Open ${lastUrl.slice(0, MAX_ADDRESS)} so that it shows the conversation, and it goes on there.`
  );
}
