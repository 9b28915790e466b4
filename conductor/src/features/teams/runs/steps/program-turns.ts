import type { Completeness } from '../../../../../../shared/model/completeness.ts';
import type { ConversationKey } from '../../../../../../shared/model/conversation-key.ts';
import type { CodedError } from '../../../../../../shared/model/error-codes.ts';
import type { JsonObject } from '../../../../baa/json-value.ts';
import { insert, joinPlans, plan, type Plan, update } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import {
  type Approval,
  closeApproval,
  type DeliverySettings,
  instructReply,
  newApproval,
  openApproval,
} from '../../../heart/actions/feature.ts';
import { instructionId, type MessageAnchor } from '../../../heart/conversations/feature.ts';
import { changeJob } from '../../../heart/deliveries/feature.ts';
import type { IgnoredLines, LineCall } from '../programs/line-calls.ts';
import type { ProgramTurn } from '../queries.ts';
import { type RunWorker, RUN_CALLS } from '../rows.ts';
import { about } from '../run-changes.ts';
import * as runs from '../queries.ts';
import { MESSAGE_ANCHORS, CONVERSATIONS } from '../../../heart/conversations/rows.ts';
import { runLinesIgnored } from '../effects.ts';

interface OfTurn {
  readonly conversationKey: ConversationKey;
  readonly jobId: string;
  readonly now: number;
}

/** A program takes a message in: from now on it may have been said. */
export const beginProgramTurn = defineStep({
  name: 'begin turn of program',
  load: ({ conversationKey }: OfTurn) => ({ turn: runs.programTurn({ conversationKey }) }),
  decide({ turn }, { jobId, now }): Decision<boolean> {
    const goes =
      turn?.job.jobId === jobId &&
      turn.job.status === 'pending' &&
      turn.worker.heldBy === null &&
      turn.conversation.mode !== 'paused' &&
      (turn.conversation.mode !== 'manual' || turn.job.origin === 'person');
    if (!goes) return { plan: plan({}), outcome: false };
    const { job, worker } = turn;
    const taken = changeJob({
      job,
      event: { type: 'BEGIN' },
      now,
      actor: 'conductor',
      set: { attemptCount: job.attemptCount + 1, startedAt: job.startedAt ?? now },
      detail: { worker: worker.workerId },
    });
    return { plan: taken, outcome: true };
  },
});

/** A message that its program is not to be told. */
export const refuseProgramTurn = defineStep({
  name: 'refuse turn of program',
  load: ({ conversationKey }: OfTurn & { readonly error: CodedError }) => ({
    turn: runs.programTurn({ conversationKey }),
  }),
  decide({ turn }, { jobId, error, now }): Decision<boolean> {
    if (turn?.job.jobId !== jobId || turn.job.status !== 'pending')
      return { plan: plan({}), outcome: false };
    const { job } = turn;
    const refused = changeJob({ job, event: { type: 'CANCEL' }, now, actor: 'conductor', error });
    return { plan: refused, outcome: true };
  },
});

export interface EndTurnInput extends OfTurn, Omit<DeliverySettings, 'jobId' | 'now'> {
  /** Id of the delivery with the results of its calls. */
  readonly resultsJobId: string;
  readonly said: string;
  readonly complete: Completeness;
  readonly calls: readonly LineCall[];
  /** Lines that looked like calls, and were not run. */
  readonly ignored: IgnoredLines;
  readonly actionsHash: string | null;
}

/** The turn that is under way; null: it was ended, or another one is. */
function underWay(turn: ProgramTurn | null, jobId: string): ProgramTurn | null {
  return turn?.job.jobId === jobId && turn.job.status === 'acked' ? turn : null;
}

/**
 * A program rests, and what it said is its reply: the calls in it become instructions, as those of any reply, and each id
 * is kept, so that the line is known when it is drawn again.
 */
export const endProgramTurn = defineStep({
  name: 'end turn of program',
  load: ({ conversationKey, jobId }: EndTurnInput) => ({
    turn: runs.programTurn({ conversationKey }),
    questions: runs.workerQuestions({ jobId }),
  }),
  decide({ turn: found, questions }, input): Decision<boolean> {
    const turn = underWay(found, input.jobId);
    if (turn === null) return { plan: plan({}), outcome: false };
    const { job, conversation, worker } = turn;
    const { now, calls } = input;
    const anchor = anchorOf(turn, input);
    const rows = calls.flatMap(({ externalId, payloadHash }, position) =>
      payloadHash === ''
        ? []
        : [
            insert(RUN_CALLS, {
              callId: instructionId(anchor.anchorId, position),
              runId: worker.runId,
              workerId: worker.workerId,
              externalId,
              payloadHash,
              createdAt: now,
              version: 1,
            }),
          ],
    );
    return {
      plan: joinPlans(
        plan({
          changes: [
            insert(MESSAGE_ANCHORS, anchor),
            update(CONVERSATIONS, conversation, {
              latestAssistantMessageId: anchor.assistantMessageId,
              latestObservedAt: now,
              updatedAt: now,
            }),
            ...rows,
          ],
        }),
        notRun(worker, input),
        changeJob({
          job,
          event: { type: 'FINAL_MESSAGE' },
          now,
          actor: 'conductor',
          set: { finalAnchorId: anchor.anchorId },
        }),
        closeQuestions(questions, now),
        calls.length === 0
          ? plan({})
          : instructReply(anchor, {
              actions: calls.map(({ action }) => action),
              actor: 'conductor',
              jobId: input.resultsJobId,
              maxAttempts: input.maxAttempts,
              messageLimits: input.messageLimits,
              now,
            }),
      ),
      outcome: true,
    };
  },
});

/** Records the lines that were seen and not run: an echo, a quote, or an invalid call. */
function notRun({ runId, workerId }: RunWorker, { ignored, now }: EndTurnInput): Plan {
  const whys: readonly [string, number][] = Object.entries(ignored);
  if (whys.length === 0) return plan({});
  const detail = { run: runId, ...ignored };
  return plan({
    events: [about('run_call.ignored', workerId, { now, actor: 'conductor', detail })],
    effects: whys.map(([why, lines]) => runLinesIgnored({ why, lines })),
  });
}

function anchorOf(
  { job }: ProgramTurn,
  { said, complete, actionsHash, now }: EndTurnInput,
): MessageAnchor {
  const id = `${job.jobId}.${job.attemptCount}`;
  return {
    anchorId: id,
    conversationKey: job.conversationKey,
    assistantMessageId: id,
    observedAt: now,
    source: 'model',
    rawText: said,
    complete,
    isSecond: false,
    leftAt: null,
    actionsHash,
    chain: job.chain,
    diagnosticTabId: null,
    diagnosticPageUrl: null,
    version: 1,
  };
}

/** A turn that no reply will come of. A person may retry it; its program is started anew then if it is gone. */
export const failProgramTurn = defineStep({
  name: 'fail turn of program',
  load: ({ conversationKey, jobId }: OfTurn & { readonly error: CodedError }) => ({
    turn: runs.programTurn({ conversationKey }),
    questions: runs.workerQuestions({ jobId }),
  }),
  decide({ turn: found, questions }, { jobId, error, now }): Decision<null> {
    const turn = underWay(found, jobId);
    if (turn === null) return { plan: plan({}), outcome: null };
    return {
      plan: joinPlans(
        changeJob({
          job: turn.job,
          event: { type: 'RUN_ENDED' },
          now,
          actor: 'conductor',
          error,
        }),
        closeQuestions(questions, now),
      ),
      outcome: null,
    };
  },
});

export interface AskInput extends OfTurn {
  readonly questionId: string;
  /** Question in the program's own words, and so untrusted. */
  readonly words: string;
  /** The same whole, with all that it says of what it would do. */
  readonly asked: JsonObject;
  /** true: the program asks nothing else any more. */
  readonly isOnly?: boolean;
  /** Meaning of a yes and of a no. */
  readonly answers: { readonly yes: string; readonly no: string };
  readonly label: string;
}

const ABOUT = { target: 'run', tool: 'worker_question' } as const;

/** The program of a worker asks the person something. Baton never answers it unasked. */
export const askForProgram = defineStep({
  name: 'ask for program',
  load: ({ conversationKey, jobId }: AskInput) => ({
    turn: runs.programTurn({ conversationKey }),
    questions: runs.workerQuestions({ jobId }),
  }),
  decide({ turn: found, questions }, input): Decision<boolean> {
    const turn = underWay(found, input.jobId);
    const { questionId, conversationKey, words, asked, answers, label, now } = input;
    const isKnown = questions.some(({ approvalId }) => approvalId === questionId);
    if (turn === null || isKnown) return { plan: plan({}), outcome: false };
    const approval = newApproval({
      approvalId: questionId,
      instructionId: null,
      conversationKey,
      subjectKind: 'worker_question',
      subjectId: questionId,
      subject: {
        ...ABOUT,
        paramsJson: JSON.stringify({ ...asked, approve: answers.yes, deny: answers.no }),
        risk: 'high',
        chatSessionId: turn.conversation.localConversationId,
        label,
        words,
      },
      kind: 'permission',
      expiresAt: null,
      createdAt: now,
    });
    return {
      plan: joinPlans(
        input.isOnly === true ? closeQuestions(questions, now) : plan({}),
        openApproval(approval, ABOUT, { worker: turn.worker.workerId }),
      ),
      outcome: true,
    };
  },
});

/** Closes questions that are still open: they were answered in the program itself, or are not asked any more. */
function closeQuestions(questions: readonly Approval[], now: number): Plan {
  return joinPlans(
    ...questions
      .filter(({ decision }) => decision === 'open')
      .map((one) =>
        closeApproval(one, ABOUT, {
          decision: 'cancelled',
          reason: null,
          by: 'conductor',
          actor: 'conductor',
          now,
        }),
      ),
  );
}
