import type { CodedError } from '../../../../../../shared/model/error-codes.ts';
import { actionName } from '../../../../baa/action-name.ts';
import type { JsonObject } from '../../../../baa/json-value.ts';
import type { AskedAction } from '../../../../baa/stands-in.ts';
import { joinPlans, plan, type Plan } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { judgeAction, type JudgedHow, type Risk, type RiskDefaults } from '../../policy/feature.ts';
import { couldLeak } from '../../lineage/feature.ts';
import type { DeliverySettings } from '../deliver-results.ts';
import { changeInstruction, endInstruction, loseTrack, askAbout } from '../change-instruction.ts';
import { noteFailure } from '../note-results.ts';
import type { JudgedDetail } from '../judged-detail.ts';
import type { Approval, Instruction } from '../rows.ts';
import * as actions from '../queries.ts';
import * as toolPins from '../../policy/tool-pins/queries.ts';

/** Facts of the registry on an action's tool, or the reason why the action cannot be run at all. */
export type Known =
  | {
      readonly ok: true;
      readonly risk: Risk;
      /** The tool's own name: an action may write another, and rules hold for both. */
      readonly judgedTarget: string;
      readonly judgedTool: string;
      /** Names by which the tool may be called. */
      readonly names: AskedAction['names'];
      /** Facts beside the params, for rules. */
      readonly facts: JsonObject;
      /** The subject that the action acts on, for people. */
      readonly subject: Approval['subject'];
      readonly readOnly: boolean;
      readonly idempotent: boolean;
      /** true: the only effect of the tool is its result, which tells nothing that the conversation could not know. */
      readonly harmless: boolean;
      /** See Tool. */
      readonly egress: boolean;
      /** A person is asked whatever a rule says. */
      readonly asksAlways?: boolean;
      /** See Tool. Null: one of Baton's own. */
      readonly pin: string | null;
    }
  | { readonly ok: false; readonly error: CodedError };

export interface Unbegun {
  /** Actions that nobody has judged yet, by position. */
  readonly pending: readonly Instruction[];
  /** true: some actions are judged, and may begin when those before them have ended. */
  readonly someReady: boolean;
}

/** The actions of a reply that have not begun. */
export const unbegunInstructions = defineStep({
  name: 'unbegun instructions',
  load: ({ anchorId }: { readonly anchorId: string }) => ({ reply: actions.reply({ anchorId }) }),
  decide({ reply }): Decision<Unbegun> {
    const rows = reply?.instructions ?? [];
    return {
      plan: plan({}),
      outcome: {
        pending: rows.filter((row) => row.status === 'pending'),
        someReady: rows.some((row) => row.status === 'ready'),
      },
    };
  },
});

export interface JudgeInput extends DeliverySettings {
  readonly instructionId: string;
  readonly known: Known;
  readonly defaults: RiskDefaults;
  /** Null: a question to a person waits for ever. */
  readonly approvalsExpireAfterMs: number | null;
}

/** Judges an action: it runs, waits for a person, or is refused. The assistant is told of a refusal with the reason. */
export const judgeInstruction = defineStep({
  name: 'judge instruction',
  load: ({ instructionId, known }: JudgeInput) => ({
    reply: actions.replyWith({ instructionId }),
    rules: actions.rulesFor({ instructionId }),
    // What comes to nothing is not looked for.
    foreign: actions.foreignAction({
      instructionId: known.ok && !known.harmless ? instructionId : '',
      names: known.ok ? known.names : [],
    }),
    read: actions.readMarks({ instructionId }),
    accepted: toolPins.toolPin({
      toolId: known.ok && known.pin !== null ? `${known.judgedTarget}::${known.judgedTool}` : '',
    }),
  }),
  decide(
    { reply, rules, foreign, read, accepted },
    { instructionId, known, defaults, approvalsExpireAfterMs, ...settings },
  ): Decision<null> {
    const row = reply?.instructions.find((one) => one.instructionId === instructionId);
    if (!reply || row?.status !== 'pending') return { plan: plan({}), outcome: null };
    const { now } = settings;
    const refuse = ({ code, text }: CodedError, words: Plan, detail = {}, judged = {}) => {
      const set = { ...judged, errorCode: code, errorText: text };
      const change = { row, event: { type: 'REFUSE' }, now, set, detail } as const;
      return { plan: joinPlans(endInstruction(reply, change, settings), words), outcome: null };
    };
    if (!known.ok) {
      const { code, text } = known.error;
      return refuse(known.error, noteFailure(row, code, text, now));
    }

    const { readOnly, idempotent, judgedTarget: target, judgedTool: tool } = known;
    // What the assistant writes never stands for what is known.
    const params = { ...(JSON.parse(row.paramsJson) as JsonObject), ...known.facts };
    const { taint } = read;
    const mayLeak = known.egress && couldLeak(read, { target, tool });
    const quoted = foreign !== null;
    const toolChanged = accepted !== null && accepted.sha256 !== known.pin;
    const secondReply = reply.anchor.isSecond;
    const asksAlways = known.asksAlways === true;
    const judgement = judgeAction(rules, defaults, {
      target,
      tool,
      params,
      risk: known.risk, // guard: aliases-judged
      readOnly,
      taint,
      mayLeak,
      quoted,
      toolChanged,
      secondReply,
      asksAlways,
    });
    const { risk } = judgement;
    const detail: JudgedDetail = {
      decision: judgement.decision,
      rule_id: judgement.rule?.ruleId ?? null,
      risk,
      ...(taint !== null && !readOnly && { tainted_since: taint.since }),
      ...(quoted && { quoted_from: { source: foreign.source, source_id: foreign.sourceId } }),
      ...(toolChanged && { tool_changed: true }),
      ...(mayLeak && { may_leak: true }),
      ...(secondReply && { second_reply: true }),
      ...(asksAlways && { asks_always: true }),
      ...(Object.keys(known.facts).length > 0 && { facts: known.facts }),
      ...((target !== row.target || tool !== row.tool) && { judged_as: { target, tool } }),
    };
    const set = { risk, readOnly, idempotent, toolPin: known.pin };
    if (judgement.decision === 'deny')
      return refuse(
        { code: 'action_denied', text: denialText(row, risk, judgement) },
        noteFailure(row, 'action_denied', judgement.rule?.reason ?? '', now),
        detail,
        set,
      );
    // Allowed or not, it does not simply run a second time: see steps/recover-restored.ts.
    if (row.mayHaveRun && !readOnly)
      return { plan: loseTrack(row, now, { set, detail }), outcome: null };
    const leaks = judgement.because === 'may_leak';
    const shown = { quoted, toolChanged, mayLeak: leaks, secondReply, pin: known.pin };
    const isConsented = reply.approvals.some((one) => consents(one, row, shown));
    switch (judgement.decision === 'ask' && isConsented ? 'run' : judgement.decision) {
      case 'run': {
        const permit = { row, event: { type: 'PERMIT' }, now, set, detail } as const;
        return { plan: changeInstruction(permit), outcome: null };
      }
      case 'ask': {
        const expiresAt = approvalsExpireAfterMs === null ? null : now + approvalsExpireAfterMs;
        const ask = { row, event: { type: 'ASK' }, now, set, detail } as const;
        return {
          plan: joinPlans(
            changeInstruction(ask),
            askAbout(row, 'permission', {
              now,
              expiresAt,
              quoted,
              toolChanged,
              mayLeak: leaks,
              secondReply,
              subject: known.subject,
            }),
          ),
          outcome: null,
        };
      }
    }
  },
});

/**
 * Tells whether the person said yes to all that is known of the action now. None of these facts is shown where they let
 * a whole reply run, and days may have passed since they were asked.
 */
function consents(
  approval: Approval,
  { instructionId, toolPin }: Instruction,
  now: Pick<Approval, 'quoted' | 'toolChanged' | 'mayLeak' | 'secondReply'> & {
    readonly pin: string | null;
  },
): boolean {
  return (
    approval.instructionId === instructionId &&
    approval.decision === 'approved' &&
    (approval.quoted || !now.quoted) && // guard: held-others
    (approval.toolChanged || !now.toolChanged) &&
    (approval.mayLeak || !now.mayLeak) &&
    (approval.secondReply || !now.secondReply) &&
    // guard: approved-tool
    (toolPin === null || toolPin === now.pin)
  );
}

function denialText(row: Instruction, risk: Risk, { rule }: Pick<JudgedHow, 'rule'>): string {
  const action = `@${actionName(row)}`;
  if (rule === null) return `Actions of ${risk} risk, as ${action}, are not allowed here.`;
  return rule.reason === null
    ? `A rule does not allow ${action} with these params.`
    : `A rule does not allow ${action} with these params: ${rule.reason}`;
}
