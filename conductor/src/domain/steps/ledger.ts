import type { CodedError } from '../../../../shared/model/error-codes.ts';
import { answerReply, type AnswerSettings } from '../answer-reply.ts';
import { instructionTable, type InstructionEvent } from '../instruction.machine.ts';
import { joinPlans, plan, type Plan, update } from '../plan.ts';
import type { Instruction } from '../rows.ts';
import type { Asks, Step } from '../step.ts';

/** How a tool ended, as the ledger keeps it. */
export type Ending =
  | { readonly ok: true; readonly text: string; readonly format: 'text' | 'json' }
  | { readonly ok: false; readonly error: CodedError };

/** Writes the intent to run the next action of a reply, before it runs. Null: nothing is left to run. */
export const beginInstruction: Step<
  { readonly anchorId: string; readonly now: number },
  { readonly instructions: Asks<'instructions'> },
  Instruction | null
> = {
  name: 'begin instruction',
  load: ({ anchorId }) => ({ instructions: { ask: 'instructions', anchorId } }),
  decide({ instructions }, { now }) {
    const next = instructions.find((row) => row.status === 'pending');
    const busy = instructions.some((row) => row.status === 'running');
    if (next === undefined || busy) return { plan: plan({}), outcome: null };
    return {
      plan: changeInstruction(next, { type: 'BEGIN' }, now, { startedAt: now }),
      outcome: next,
    };
  },
};

/** Records how it ended; with the last one of the reply, makes the delivery that answers it. */
export const finishInstruction: Step<
  { readonly instruction: Instruction; readonly ending: Ending } & AnswerSettings,
  {
    readonly instructions: Asks<'instructions'>;
    readonly anchor: Asks<'anchorById'>;
  },
  null
> = {
  name: 'finish instruction',
  load: ({ instruction: { anchorId } }) => ({
    instructions: { ask: 'instructions', anchorId },
    anchor: { ask: 'anchorById', anchorId },
  }),
  decide({ instructions, anchor }, { instruction, ending, ...settings }) {
    const row = instructions.find((one) => one.instructionId === instruction.instructionId);
    if (row === undefined || anchor === null) return { plan: plan({}), outcome: null };
    const { now } = settings;
    const set = ending.ok
      ? { resultText: ending.text, resultFormat: ending.format, finishedAt: now }
      : { errorCode: ending.error.code, errorText: ending.error.text, finishedAt: now };
    const event: InstructionEvent = { type: ending.ok ? 'SUCCEED' : 'FAIL' };
    const finished: Instruction = {
      ...row,
      ...set,
      status: instructionTable.next(row.status, event),
    };
    const all = instructions.map((one) => (one === row ? finished : one));
    return {
      plan: joinPlans(changeInstruction(row, event, now, set), answerReply(anchor, all, settings)),
      outcome: null,
    };
  },
};

/** At start: what was running when the conductor died. Returns the replies that have actions to run. */
export const recoverLedger: Step<
  { readonly now: number },
  {
    readonly running: Asks<'runningInstructions'>;
    readonly anchorIds: Asks<'unfinishedAnchorIds'>;
  },
  readonly string[]
> = {
  name: 'recover ledger',
  load: () => ({
    running: { ask: 'runningInstructions' },
    anchorIds: { ask: 'unfinishedAnchorIds' },
  }),
  decide: ({ running, anchorIds }, { now }) => ({
    plan: joinPlans(
      ...running.map((row) =>
        row.idempotent
          ? changeInstruction(row, { type: 'RUN_AGAIN' }, now, { startedAt: null })
          : changeInstruction(row, { type: 'LOSE_TRACK' }, now, { errorCode: 'outcome_unknown' }),
      ),
    ),
    outcome: anchorIds,
  }),
};

function changeInstruction(
  row: Instruction,
  event: InstructionEvent,
  now: number,
  set: Partial<Instruction>,
): Plan {
  const status = instructionTable.next(row.status, event);
  return plan({
    changes: [update('instructions', row, { ...set, status })],
    events: [
      {
        type: `instruction.${event.type.toLowerCase()}`,
        subjectId: row.instructionId,
        conversationKey: row.conversationKey,
        actor: 'conductor',
        at: now,
        detail: {
          action: `${row.target}::${row.tool}`,
          ...(set.errorCode && { code: set.errorCode }),
        },
      },
    ],
  });
}
