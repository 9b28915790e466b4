import type { AuditEvent } from '../../../../engine/plan.ts';
import { joinPlans, plan } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { setMode } from './set-conversation-mode.ts';
import * as conversations from '../queries.ts';

/** Pause reason of conversations that went on by themselves when a person paused all: by it they go on together. */
export const ALL_PAUSED = 'all_paused';

/** Most conversations in one commit; for more, the step runs again. */
const BATCH = 500;

interface All {
  readonly actor: AuditEvent['actor'];
  readonly now: number;
}

interface Outcome {
  readonly changed: number;
  readonly more: boolean;
}

/** Pauses all conversations: nothing acts and nothing goes out any more, until a person says so. */
export const pauseAll = defineStep({
  name: 'pause all',
  load: (_by: All) => ({ rows: conversations.pausable({ limit: BATCH }) }),
  decide({ rows }, by): Decision<Outcome> {
    const plans = rows.map((row) => {
      // One that was to end in a pause does not continue with the others.
      const reason = row.conversation.mode === 'auto' ? ALL_PAUSED : row.conversation.pauseReason;
      return setMode(row, { mode: 'paused', reason, ...by }).plan;
    });
    return { plan: joinPlans(plan({}), ...plans), outcome: outcomeOf(rows) };
  },
});

/** Sets conversations that a pause of all stopped back to auto; a mode that a person has set since stays. */
export const resumeAll = defineStep({
  name: 'resume all',
  load: (_by: All) => ({ rows: conversations.pausedByAll({ limit: BATCH }) }),
  decide({ rows }, by): Decision<Outcome> {
    const plans = rows.map((row) => setMode(row, { mode: 'auto', reason: null, ...by }).plan);
    return { plan: joinPlans(plan({}), ...plans), outcome: outcomeOf(rows) };
  },
});

function outcomeOf(rows: readonly unknown[]): Outcome {
  return { changed: rows.length, more: rows.length === BATCH };
}
