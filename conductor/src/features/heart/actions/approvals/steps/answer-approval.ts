import { err, ok } from '../../../../../../../shared/lib/result.ts';
import type { CodedError } from '../../../../../../../shared/model/error-codes.ts';
import { actionName } from '../../../../../baa/action-name.ts';
import { joinPlans, plan, type Plan } from '../../../../../engine/plan.ts';
import type { QueryOf } from '../../../../../engine/query.ts';
import { type Decision, defineStep } from '../../../../../engine/step.ts';
import type { ActingReply } from '../../queries.ts';
import type { Approval, ApprovalKind, Instruction } from '../../rows.ts';
import {
  changeInstruction,
  endInstruction,
  goOn,
  type InstructionChange,
} from '../../change-instruction.ts';
import { closeApproval, type Closing } from '../../change-approval.ts';
import { fitsPopup } from '../../shown-action.ts';
import { noteFailure } from '../../note-results.ts';
import { fromClient } from '../../../../ground/browsers/feature.ts';
import { addedRule } from '../../../policy/feature.ts';
import type { AnswerInput, ApprovalVerb, Outcome } from './answer-input.ts';
import { answerOther } from './answer-other.ts';
import { expiryPlan } from './expire-approval.ts';
import { isOver } from './is-over.ts';
import * as actions from '../../queries.ts';
import * as approvals from '../queries.ts';

interface BrowserInput extends AnswerInput {
  /** Id of the rule that the person wants with their yes; null: they want none. */
  readonly alwaysRuleId: string | null;
}

type Loaded = {
  readonly reply: QueryOf<typeof actions.replyAbout>;
  readonly asked: QueryOf<typeof approvals.approval>;
};

const MEANS: Readonly<
  Record<ApprovalVerb, { readonly kind: ApprovalKind; readonly decision: Closing['decision'] }>
> = {
  approve: { kind: 'permission', decision: 'approved' },
  deny: { kind: 'permission', decision: 'denied' },
  run_again: { kind: 'outcome_unknown', decision: 'run_again' },
  skip: { kind: 'outcome_unknown', decision: 'skipped' },
  tell: { kind: 'outcome_unknown', decision: 'told' },
};

/** A person answers what waits for them. The same answer again changes nothing; another one is refused. */
export const answerApproval = defineStep({
  name: 'answer approval',
  load: ({ approvalId }: AnswerInput) => ({
    reply: actions.replyAbout({ approvalId }),
    asked: approvals.approval({ approvalId }),
  }),
  decide({ reply, asked }, input): Decision<Outcome> {
    if (asked !== null && asked.subjectKind !== 'instruction') return answerOther(asked, input);
    const approval = reply?.approvals.find((one) => one.approvalId === input.approvalId);
    const row = reply?.instructions.find((one) => one.instructionId === approval?.instructionId);
    if (!reply || approval === undefined || row === undefined) return refused(notFound(input));
    const { kind } = MEANS[input.decision];
    if (approval.kind !== kind) return refused(wrongKind(approval));
    // Its time is over, whoever has noticed it first.
    // guard: answered-in-time
    if (isOver(approval, input.now)) {
      return {
        plan: expiryPlan(reply, approval, row, input),
        outcome: err({ code: 'approval_expired', text: 'Its time to be answered is over.' }),
      };
    }
    // guard: answered-once
    if (approval.decision === 'open') {
      return { plan: decided(reply, approval, row, input), outcome: ok('answered') };
    }
    return isSame(approval, row, input)
      ? { plan: plan({}), outcome: ok('same') }
      : refused({
          code: 'invalid_transition',
          text: `It has been answered already: ${approval.decision}.`,
        });
  },
});

/** The person answered in a browser's popup. It cannot have shown them what does not fit it: that does not run. */
export const answerApprovalFromBrowser = fromClient<BrowserInput, Loaded, Outcome>({
  ...answerApproval,
  name: 'answer approval from browser',
  decide(rows, input) {
    const { reply } = rows;
    if (rows.asked !== null && rows.asked.subjectKind !== 'instruction') {
      return answerApproval.decide(rows, input);
    }
    const asked = reply?.approvals.find((one) => one.approvalId === input.approvalId);
    const row = reply?.instructions.find((one) => one.instructionId === asked?.instructionId);
    const runs = input.decision === 'approve' || input.decision === 'run_again';
    // guard: fits-popup
    if (runs && row !== undefined && !fitsPopup(row.paramsJson)) {
      const text = 'Its params are too long for a popup: answer it where they are shown whole.';
      return refused({ code: 'invalid_request', text });
    }
    const decision = answerApproval.decide(rows, input);
    const { outcome } = decision;
    const isYes = outcome.ok && outcome.value === 'answered' && input.decision === 'approve';
    if (!isYes || input.alwaysRuleId === null || !reply || !asked || !row) return decision;
    const rule = alwaysRule(input.alwaysRuleId, asked, row, reply.conversation, input.now);
    return { ...decision, plan: joinPlans(decision.plan, rule) };
  },
});

/**
 * The tool of the action runs unasked in its conversation; one of a worker, whose conversation ends with its task, with
 * that agent. Words of others, a tool that was changed, what may leak, and a second reply ask
 * all the same.
 */
function alwaysRule(
  ruleId: string,
  { quoted, toolChanged, mayLeak, secondReply }: Approval,
  row: Instruction,
  conversation: ActingReply['conversation'],
  now: number,
): Plan {
  if (quoted || toolChanged || mayLeak || secondReply) return plan({}); // guard: always-others
  const workersAgent = conversation.parentKey === null ? null : conversation.agentId;
  return addedRule(
    {
      ruleId,
      conversationKey: workersAgent === null ? row.conversationKey : null,
      agentId: workersAgent,
      toolPattern: actionName(row),
      paramsPattern: null,
      decision: 'run',
      evenIfTainted: false,
      reason: null,
      createdAt: now,
      version: 1,
    },
    'popup',
  );
}

function decided(
  reply: ActingReply,
  approval: Approval,
  row: Instruction,
  input: AnswerInput,
): Plan {
  const { reason, via: by, actor, now, edited } = input;
  const closing = closeApproval(approval, row, {
    decision: MEANS[input.decision].decision,
    reason,
    by,
    actor,
    now,
    ...(edited && {
      detail: { edited: true, params_hash: edited.hash, params_hash_before: edited.hashBefore },
    }),
  });
  // They know now that it came back from a backup, and say what is to become of it.
  const seen = { mayHaveRun: false } as const;
  const goingOn = (event: InstructionChange['event'], set: InstructionChange['set'] = {}) =>
    joinPlans(
      closing,
      changeInstruction({ row, event, now, actor, set: { ...set, ...seen } }),
      goOn(reply),
    );
  const ending = (event: InstructionChange['event'], error: CodedError) => {
    const set = { errorCode: error.code, errorText: error.text, ...seen };
    const end = endInstruction(reply, { row, event, now, actor, set }, input);
    return joinPlans(closing, end, noteFailure(row, error.code, reason ?? '', now), goOn(reply));
  };
  switch (input.decision) {
    case 'approve':
      return goingOn({ type: 'APPROVE' }, edited ? { paramsJson: edited.paramsJson } : {});
    case 'deny':
      return ending({ type: 'DENY' }, { code: 'action_denied', text: denialText(row, reason) });
    case 'run_again':
      return goingOn({ type: 'RUN_AGAIN' }, { startedAt: null, errorCode: null, errorText: null });
    case 'skip':
      return ending(
        { type: 'SETTLE' },
        {
          code: 'action_skipped',
          text: `${lost(row)}. The person has looked into it and goes on without its result${words(reason)}`,
        },
      );
    case 'tell':
      return ending(
        { type: 'SETTLE' },
        {
          code: 'outcome_unknown',
          text: `${lost(row)}; whether it took effect is not known. Check its effect before you ask for it again${words(reason)}`,
        },
      );
  }
}

function lost({ mayHaveRun }: Instruction): string {
  return mayHaveRun
    ? 'Baton came back from a backup, since which this may have run'
    : 'Baton stopped while this ran';
}

function denialText(row: Instruction, reason: string | null): string {
  return `The person does not allow @${actionName(row)}${words(reason)}`;
}

function words(reason: string | null): string {
  return reason === null || reason.trim() === '' ? '.' : `: ${reason.trim()}`;
}

function isSame(approval: Approval, row: Instruction, { decision, edited }: AnswerInput): boolean {
  if (approval.decision !== MEANS[decision].decision) return false;
  return edited === null || edited.paramsJson === row.paramsJson;
}

function refused(error: CodedError): Decision<Outcome> {
  return { plan: plan({}), outcome: err(error) };
}

function notFound({ approvalId }: AnswerInput): CodedError {
  return { code: 'not_found', text: `There is no approval ${approvalId}.` };
}

function wrongKind({ kind }: Approval): CodedError {
  const fitting = Object.entries(MEANS)
    .filter(([, means]) => means.kind === kind)
    .map(([verb]) => verb);
  return {
    code: 'invalid_transition',
    text: `It is answered with ${fitting.join(', ')}: it asks about ${kind === 'permission' ? 'a permission' : 'an unknown outcome'}.`,
  };
}
