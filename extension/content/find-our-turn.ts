import type { LookOutcome, LookRequest, ObservedReply } from '../messages/page-messages.ts';
import type { HistoryTurn } from '../platforms/platform.ts';
import { isStableId } from '../platforms/kit/stable-id.ts';
import type { Fate } from './attempt.ts';
import type { HistoryAccess } from './history-access.ts';
import { numbered, type RenderedTurn } from './rendered-turns.ts';
import { answerTo, isPassedOver } from './answer-in-history.ts';
import type { ShownTurns } from './shown-turns.ts';
import { isSameMessage, looksLikeMessage } from './same-message.ts';
import { standingTurn } from './standing-turn.ts';

export interface LookPage {
  readonly history: HistoryAccess;
  readonly shown: Pick<ShownTurns, 'atRest' | 'moment' | 'isWriting'>;
  /** Outcome of a message of this text in this very page, where it was no reply. */
  readonly fateOf: (text: string) => Fate | null;
  /** False: what is not rendered may be there all the same, as where only a window of the turns is kept. */
  readonly rendersAll: boolean;
  readonly describeReply: (
    reply: Pick<HistoryTurn, 'id' | 'text' | 'complete'>,
    inReplyTo: string | null,
    source: 'snapshot' | 'shown',
  ) => ObservedReply;
}

const UNHEARD = 'The page shows the message, and nothing shows that the site has it.';

interface Turn {
  readonly id: string | null;
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

/**
 * Looks whether our turn stands in the conversation: in its history, else among the rendered turns. Exact
 * where the page named the turn; else a new user turn after the anchor with our text.
 */
export async function findOurTurn(
  page: LookPage,
  remoteConversationId: string,
  request: LookRequest,
): Promise<LookOutcome> {
  const first = await page.history.read(remoteConversationId);
  const rendered = first === null ? await page.shown.atRest() : null;
  // A page that has come to rest may have shown by now where its history is read.
  const turns = first ?? (await page.history.read(remoteConversationId));
  if (turns !== null) {
    const outcome = ourTurn(turns, request, isSameMessage);
    if (typeof outcome === 'string') return cannotTell(outcome);
    if (outcome === null) return { outcome: 'absent' };
    return lookAtAnswer(page, remoteConversationId, turns, outcome.id, request);
  }
  if (rendered === null) return cannotTell('The page did not come to rest.');
  const isAllThereIs = !page.history.canRead(remoteConversationId);
  const standing = isAllThereIs ? await lookAtStanding(page, rendered, request) : null;
  if (standing !== null) return standing;
  if (rendered.length === 0) return cannotTell('Neither a history nor rendered turns can be read.');
  const outcome = ourTurn(rendered, request, looksLikeMessage);
  if (typeof outcome === 'string') return cannotTell(outcome);
  if (outcome !== null)
    return { outcome: 'found', user_message_id: outcome.id, reply: null, is_growing: false };
  return page.rendersAll
    ? { outcome: 'absent' }
    : cannotTell('The page may show only a part of the conversation.');
}

/** Looks up the answer to our turn in the history. */
async function lookAtAnswer(
  page: LookPage,
  remoteConversationId: string,
  turns: readonly HistoryTurn[],
  ourId: string | null,
  request: LookRequest,
): Promise<LookOutcome> {
  const found = { outcome: 'found', user_message_id: ourId } as const;
  const none = { ...found, reply: null, is_growing: false };
  const answer = ourId === null ? null : answerTo(turns, ourId);
  if (ourId !== null && answer?.final === true) {
    return { ...none, reply: page.describeReply(answer, ourId, 'snapshot') };
  }
  if (answer?.failed !== undefined) return { ...none, is_unanswered: true, why: answer.failed };
  if (ourId !== null && isPassedOver(turns, ourId)) return { ...none, is_unanswered: true };
  const isTold = answer !== null && answer.mayBeWhole !== true;
  if (!isTold && page.fateOf(request.message_text) === 'unanswered') {
    return { ...none, is_unanswered: true };
  }
  const is_growing = page.shown.isWriting();
  if (ourId === null || answer === null) return { ...none, is_growing };
  if (isTold) {
    const part = { ...answer, complete: 'unproven' } as const;
    const rest = answer.text === '' ? null : page.describeReply(part, ourId, 'shown');
    return { ...none, is_growing, rest };
  }
  await page.shown.moment();
  const later = answerTo((await page.history.read(remoteConversationId)) ?? [], ourId);
  const isStill = later?.text === answer.text && !page.shown.isWriting();
  // Nobody said that it is whole: it counts as what a page shows.
  // guard: unsaid-replies
  const reply = isStill && later.text !== '' ? page.describeReply(later, ourId, 'shown') : null;
  return { ...found, reply, is_growing: !isStill };
}

/** Looks at the turns on the page, where there is nothing else: a reply counts once it has stood there for a moment. */
async function lookAtStanding(
  page: LookPage,
  rendered: readonly RenderedTurn[],
  request: LookRequest,
): Promise<LookOutcome | null> {
  const first = standingTurn(numbered(rendered), request);
  if (first === null) return null;
  const { turn, answer } = first;
  const ourId = isStableId(turn.id) ? request.user_message_id : turn.id;
  const found = { outcome: 'found', user_message_id: ourId } as const;
  const none = { ...found, reply: null, is_growing: false };
  const fate = page.fateOf(request.message_text);
  if (fate === 'unanswered') return { ...none, is_unanswered: true }; // guard: errors-shown
  if (answer === null && fate === null) return none;
  await page.shown.moment();
  // The document whose own request broke says so itself, where a reply would stand.
  if (fate === 'unheard' || answer === null) {
    return page.shown.isWriting() ? { ...none, is_growing: true } : cannotTell(UNHEARD);
  }
  const later = standingTurn(numbered((await page.shown.atRest()) ?? []), request);
  const isWhole = later?.answer?.text === answer.text && !page.shown.isWriting();
  const reply = isWhole ? page.describeReply(answer, ourId, 'shown') : null;
  return { ...found, reply, is_growing: !isWhole };
}

/** Our turn; null when it is provably not there; a reason when that cannot be told. */
export function ourTurn(
  turns: readonly Turn[],
  request: LookRequest,
  isText: (shown: string, meant: string) => boolean,
): Turn | string | null {
  const { anchor_message_id: anchorId, user_message_id: ourId, known_user_message_ids } = request;
  const named = ourId === null ? undefined : turns.find((turn) => turn.id === ourId);
  if (named !== undefined) return named;

  const anchor = anchorId === null ? -1 : turns.findIndex((turn) => turn.id === anchorId);
  if (anchorId !== null && anchor < 0) return 'The message it follows is not to be seen.';
  const known = new Set(known_user_message_ids);
  const candidate = turns
    .slice(anchor + 1)
    .find(
      (turn) =>
        turn.role === 'user' &&
        (turn.id === null || !known.has(turn.id)) &&
        isText(turn.text, request.message_text),
    );
  return candidate ?? null;
}

function cannotTell(reason: string): LookOutcome {
  return { outcome: 'cannot_tell', reason };
}
