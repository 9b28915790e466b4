import type { ApiError, Caller } from '../../../../../shared/api/operation.ts';
import { err, ok, type Result } from '../../../../../shared/lib/result.ts';
import type { Kit } from '../../../engine/feature.ts';
import { notFound, unknown } from '../../../engine/not-found.ts';
import type { ApprovalAnswer, ApprovalsPort } from '../../heart/actions/feature.ts';
import { approvalParts } from './call-parts.ts';
import { chunksOf } from './chunks-of.ts';
import type { ApprovalPart } from './message-part.ts';
import type { StreamRow } from './queries.ts';
import * as agents from './queries.ts';

/** Answer of a person to a question about a call. */
export interface ChatAnswer {
  /** Null: it is named by its call, or is the only open one of its message. */
  readonly approvalId: string | null;
  readonly toolCallId: string | null;
  readonly approved: boolean;
  readonly reason: string | null;
  /** With a yes: it runs with these instead. */
  readonly params?: ApprovalAnswer['params'];
}

export interface ChatAnswers {
  /** The message whose calls ask. */
  readonly messageId: string;
  readonly answers: readonly ChatAnswer[];
}

/** A run whose stream is read. */
export interface ChatRun {
  readonly runId: string;
  /** Number of the chunk after which its reader begins. */
  readonly after: number;
}

type Asked = ApprovalPart['data'];

/** A no to a second run says nothing of whether the first took effect. */
const DECISIONS = {
  permission: { yes: 'approve', no: 'deny' },
  outcome_unknown: { yes: 'run_again', no: 'tell' },
} as const;

/**
 * Has people answer in the chat what an agent asks there, by the same step as everywhere else. What is asked is what the
 * rows of that session's message say, whatever a client says of it. Where several are answered, one that somebody else
 * has answered otherwise does not hold up the others: the stream tells how it was.
 */
export function createChatAnswering({ read }: Pick<Kit, 'read'>, { answer }: ApprovalsPort) {
  return async (
    localConversationId: string,
    { messageId, answers }: ChatAnswers,
    caller: Caller,
  ): Promise<Result<ChatRun, ApiError>> => {
    const named = { localConversationId, messageId };
    const message = await read.one(agents.agentMessageNamed({ ...named }));
    if (message?.role !== 'assistant') return err(unknown('message', messageId, 'body'));
    const { runId } = message;
    const { state, stream, pauses } = await read.snapshot({
      state: agents.agentRunState({ runId }),
      stream: agents.agentStream({ runId }),
      pauses: agents.agentStreamPauses({ runId }),
    });
    if (state === null) return err(unknown('message', messageId, 'body'));
    const asked = state.steps.flatMap((step) => approvalParts(state, step));
    const meant = new Map<string, ApprovalAnswer>();
    for (const said of answers) {
      const about = questionOf(asked, said);
      if (about === null) return notFound(`The message ${messageId} ${nothingAsks(said)}`, 'body');
      const { approved, reason, params } = said;
      const decision = DECISIONS[about.kind][approved ? 'yes' : 'no'];
      meant.set(about.approvalId, { decision, reason, ...(params && { params }) });
    }
    const outcomes = [];
    // One after another: those of one reply go on together.
    for (const [approvalId, said] of meant) outcomes.push(await answer(approvalId, said, caller));
    const [first] = outcomes;
    if (first?.ok === false && !outcomes.some((outcome) => outcome.ok)) return first;
    const end = endAfterRequest(pauses, [...meant.keys()]);
    return ok({ runId, after: end ?? stream?.newest ?? 0 });
  };
}

/**
 * Number of the chunk that ended the stream after the newest of these requests: whoever answers has read that far, and
 * nothing of what followed, as answers from elsewhere. Null: the stream has not ended since, or its chunks are gone.
 */
function endAfterRequest(rows: readonly StreamRow[], ids: readonly string[]): number | null {
  let isRequested = false;
  let end: number | null = null;
  for (const { number, chunk } of rows.flatMap(chunksOf)) {
    if (chunk.type === 'tool-approval-request' && ids.includes(chunk.approvalId)) {
      isRequested = true;
      end = null;
    }
    if (chunk.type === 'finish' && isRequested) end ??= number;
  }
  return end;
}

function questionOf(
  asked: readonly ApprovalPart[],
  { approvalId, toolCallId }: ChatAnswer,
): Asked | null {
  const all = asked.map(({ data }) => data);
  if (approvalId === null && toolCallId === null) {
    const open = all.filter(({ decision }) => decision === 'open');
    return open.length === 1 ? (open[0] ?? null) : null;
  }
  const isMeant = (one: Asked) =>
    (approvalId === null || one.approvalId === approvalId) && // guard: chat-foreign-approvals
    (toolCallId === null || one.toolCallId === toolCallId);
  return all.findLast(isMeant) ?? null;
}

function nothingAsks({ approvalId, toolCallId }: ChatAnswer): string {
  if (approvalId !== null) return `does not ask for an approval ${approvalId}.`;
  if (toolCallId !== null) return `asks nothing about a call ${toolCallId}.`;
  return 'does not ask for exactly one approval: name it, as approvalId.';
}
