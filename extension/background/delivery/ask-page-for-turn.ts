import type { LookOutcome, LookRequest, PageProblem } from '../../messages/page-messages.ts';
import type { DeliveryAttempt } from '../storage/tables.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { findPage } from './find-page.ts';
import { nameInPage } from './send-attempt.ts';

/** Pages that may fall silent while looking before the question is given up. */
const MAX_SILENT_PAGES = 3;

export interface Look {
  readonly outcome: LookOutcome;
  /** Null where no page could be asked. */
  readonly tabId: number | null;
  /** Problem of a page that is open. */
  readonly problem: PageProblem | null;
}

/** Looks for the attempt's own turn in the conversation itself, in whichever page can be asked. Touches nothing. */
export async function askPageForTurn(
  context: DeliveryContext,
  row: DeliveryAttempt,
  mayOpen = true,
): Promise<Look> {
  const tried = new Set<number>();
  while (tried.size < MAX_SILENT_PAGES) {
    const found = await findPage(context, row, { purpose: 'look', tried, mayOpen });
    if (found.kind === 'problem') return cannotTell(found.problem.text, found.problem);
    if (found.kind !== 'page') return cannotTell('No page of the conversation could be opened.');
    const outcome = await context.directory.ask(found.tabId, {
      kind: 'attempt.look',
      remote_conversation_id: nameInPage(context, row, found.tabId),
      look: lookFor(row),
    });
    if (outcome !== null) return { outcome, tabId: found.tabId, problem: null };
    tried.add(found.tabId);
    context.directory.forget(found.tabId);
  }
  return cannotTell('Every page asked fell silent.');
}

/** Returns the facts by which a page finds our turn. */
export function lookFor(row: DeliveryAttempt): LookRequest {
  return {
    anchor_message_id: row.assistant_message_id,
    user_message_id: row.user_message_id,
    message_text: row.message_text,
    known_user_message_ids: row.known_user_message_ids,
  };
}

function cannotTell(reason: string, problem: PageProblem | null = null): Look {
  return { outcome: { outcome: 'cannot_tell', reason }, tabId: null, problem };
}
