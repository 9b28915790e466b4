import type { ConversationKey } from '../../../../../../shared/model/conversation-key.ts';
import type { CodedError } from '../../../../../../shared/model/error-codes.ts';
import { insert, joinPlans, plan } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import type { StoredContent } from '../../artifacts/feature.ts';
import { type DataKind, markSeen } from '../../lineage/feature.ts';
import type { DeliverySettings } from '../deliver-results.ts';
import { changeInstruction, endInstruction, askAbout } from '../change-instruction.ts';
import { noteFailure, noteResult } from '../note-results.ts';
import { hasResult } from '../instruction.machine.ts';
import { nextOf } from '../next-instructions.ts';
import type { ActingReply } from '../queries.ts';
import type { Instruction } from '../rows.ts';
import * as actions from '../queries.ts';
import { ARTIFACTS } from '../../artifacts/rows.ts';

/** How a tool ended, as the ledger keeps it. */
export type Ending =
  | { readonly ok: true; readonly text: string; readonly format: 'text' | 'json' }
  | { readonly ok: false; readonly error: CodedError };

/** Actions of one reply that run at once. */
const MAX_AT_ONCE = 8;

export interface Begun {
  readonly instructions: readonly Instruction[];
  /** Ids (our own) of the conversations that asked one another until this reply, its own last. */
  readonly chain: readonly string[];
  /** The conversation whose mode holds something back; null: nothing is held back. */
  readonly heldIn: ConversationKey | null;
  /** true: more could have begun, had there been more places. */
  readonly more: boolean;
}

const NOTHING_BEGUN: Begun = { instructions: [], chain: [], heldIn: null, more: false };

interface BeginInstructionsInput {
  readonly anchorId: string;
  readonly atMost: number;
  readonly now: number;
}

/**
 * Writes the intent to run what may run now of a reply, before it runs. An action begins when all before it that
 * change something have ended, and one that changes something when all before it have. While the conversation is
 * paused nothing begins that changes something; in manual, only what a person has said yes to.
 */
export const beginInstructions = defineStep({
  name: 'begin instructions',
  load: ({ anchorId }: BeginInstructionsInput) => ({ reply: actions.reply({ anchorId }) }),
  decide({ reply }, { atMost, now }): Decision<Begun> {
    if (reply === null) return { plan: plan({}), outcome: NOTHING_BEGUN };
    const next = nextOf(reply.instructions);
    const running = reply.instructions.filter((row) => row.status === 'running').length;
    const free = Math.max(0, Math.min(atMost, MAX_AT_ONCE - running));
    const able = next.filter((row) => modeLets(reply, row));
    const begun = able.slice(0, free);
    const event = { type: 'BEGIN' } as const;
    return {
      plan: joinPlans(
        ...begun.map((row) => changeInstruction({ row, event, now, set: { startedAt: now } })),
      ),
      outcome: {
        instructions: begun,
        chain: [...reply.anchor.chain, reply.conversation.localConversationId],
        heldIn: able.length === next.length ? null : reply.anchor.conversationKey,
        more: able.length > begun.length && begun.length === atMost,
      },
    };
  },
});

function modeLets({ conversation, approvals }: ActingReply, row: Instruction): boolean {
  if (row.readOnly || conversation.mode === 'auto' || conversation.mode === 'draining') return true;
  if (conversation.mode === 'paused') return false;
  return approvals.some(
    ({ instructionId, decision }) =>
      instructionId === row.instructionId && (decision === 'approved' || decision === 'run_again'),
  );
}

/**
 * Records how it ended, with the artifacts it left. Returns the reply that it is part of now, a merge may have moved
 * it, where others of its actions have not ended; else null. An action that is gone by then leaves nothing.
 */
export const finishInstruction = defineStep({
  name: 'finish instruction',
  load: ({
    instructionId,
    brings,
  }: {
    readonly instructionId: string;
    readonly ending: Ending;
    readonly kept: readonly StoredContent[];
    /** Words of others in what the tool said, of which the ending may show a part. */
    readonly said: string;
    /** Kinds of data that the tool brings into the conversation. */
    readonly brings: readonly DataKind[];
  } & DeliverySettings) => ({
    reply: actions.replyWith({ instructionId }),
    session: actions.sessionOfAction({ instructionId: brings.length === 0 ? '' : instructionId }),
  }),
  decide(
    { reply, session },
    { instructionId, ending, kept, said, brings, ...settings },
  ): Decision<string | null> {
    const row = reply?.instructions.find((one) => one.instructionId === instructionId);
    if (!reply || row === undefined) return { plan: plan({}), outcome: null };
    const { now } = settings;
    const { conversationKey } = row;
    const set = ending.ok
      ? { resultText: ending.text, resultFormat: ending.format }
      : { errorCode: ending.error.code, errorText: ending.error.text };
    const event = { type: ending.ok ? 'SUCCEED' : 'FAIL' } as const;
    const rest = { conversationKey, instructionId, createdAt: now, version: 1 };
    return {
      plan: joinPlans(
        plan({ changes: kept.map((content) => insert(ARTIFACTS, { ...content, ...rest })) }),
        ending.ok ? noteResult(row, said, now) : noteFailure(row, ending.error.code, said, now),
        markSeen(session, brings, row.target, now), // guard: seen-noted
        endInstruction(reply, { row, event, now, set }, settings),
      ),
      outcome: reply.instructions.every((one) => one === row || hasResult(one.status))
        ? null
        : reply.anchor.anchorId,
    };
  },
});

/** Replies with actions that can go on; of one conversation, or of all. */
export const unfinishedReplies = defineStep({
  name: 'unfinished replies',
  load: ({ conversationKey }: { readonly conversationKey: Instruction['conversationKey'] }) => ({
    anchorIds: actions.unfinishedAnchorIds({ conversationKey }),
  }),
  decide: ({ anchorIds }): Decision<readonly string[]> => ({ plan: plan({}), outcome: anchorIds }),
});

/**
 * Recovers, at start, what was running when the conductor died. An action runs again where that changes nothing more;
 * otherwise nobody knows whether it took effect, and a person is asked. Returns the replies that have actions to run.
 */
export const recoverLedger = defineStep({
  name: 'recover ledger',
  load: () => ({
    running: actions.runningInstructions(),
    unattended: actions.unattendedInstructions(),
    anchorIds: actions.unfinishedAnchorIds({ conversationKey: null }),
  }),
  decide(
    { running, unattended, anchorIds },
    { now }: { readonly now: number },
  ): Decision<readonly string[]> {
    const lost = running.filter((row) => !row.idempotent);
    const again = running.filter((row) => row.idempotent);
    const set = {
      errorCode: 'outcome_unknown',
      errorText: 'The conductor stopped while it ran.',
    } as const;
    return {
      plan: joinPlans(
        ...again.map((row) =>
          changeInstruction({ row, event: { type: 'RUN_AGAIN' }, now, set: { startedAt: null } }),
        ),
        ...lost.map((row) => changeInstruction({ row, event: { type: 'LOSE_TRACK' }, now, set })),
        ...[...lost, ...unattended].map((row) =>
          askAbout(row, 'outcome_unknown', { now, expiresAt: null }),
        ),
      ),
      outcome: anchorIds,
    };
  },
});
