import { joinPlans, plan } from '../../../../engine/plan.ts';
import type { CodedError } from '../../../../../../shared/model/error-codes.ts';
import type { JsonObject } from '../../../../baa/json-value.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { judgeAction, type RiskDefaults } from '../../../heart/policy/feature.ts';
import type { ConversationKey } from '../../../../../../shared/model/conversation-key.ts';
import { askPerson } from '../ask-person.ts';
import { changeCall } from '../call-changes.ts';
import { endCall } from './end-call.ts';
import * as resources from '../queries.ts';
import * as policy from '../../../heart/policy/queries.ts';

interface JudgeCallInput {
  readonly callId: string;
  readonly conversationKey: ConversationKey | null;
  readonly defaults: RiskDefaults;
  /** False: the person whose program it is lets it run, as far as no rule denies it. */
  readonly asks: boolean;
  readonly expireAfterMs: number | null;
  readonly via: string;
  readonly now: number;
}

/** Judges a program's call, as an action: it runs, waits for a person, or is refused. */
export const judgeCall = defineStep({
  name: 'judge call',
  load: ({ callId, conversationKey }: JudgeCallInput) => ({
    about: resources.callStanding({ callId }),
    rules: policy.rulesIn({ conversationKey }),
  }),
  decide(
    { about, rules },
    { defaults, asks, expireAfterMs, via, now },
  ): Decision<'run' | 'ask' | 'deny'> {
    if (about?.call.status !== 'proposed') return { plan: plan({}), outcome: 'run' };
    const { call, session } = about;
    const [target = '', tool = ''] = call.tool.split('.');
    const params = {
      ...(JSON.parse(call.argsJson) as JsonObject),
      page: { origin: call.expected?.origin ?? '' },
    };
    const readOnly = !call.writes;
    const { risk } = call;
    const { taint } = session;
    const judged = judgeAction(rules, defaults, { target, tool, params, risk, readOnly, taint });
    const decision = judged.decision === 'ask' && !asks ? 'run' : judged.decision;
    const detail = { decision, rule_id: judged.rule?.ruleId ?? null, risk, via };
    if (decision === 'run') return { plan: plan({}), outcome: decision };
    if (decision === 'deny') {
      const reason = judged.rule?.reason ?? 'A rule does not allow it.';
      const error: CodedError = { code: 'action_denied', text: reason };
      const event = { type: 'REFUSED' } as const;
      const ending = { event, error, questions: [], executorId: null, now };
      return { plan: endCall(call, session, ending), outcome: decision };
    }
    const expiresAt = expireAfterMs === null ? null : now + expireAfterMs;
    return {
      plan: joinPlans(
        changeCall(call, session, { event: { type: 'WAIT' }, now, detail }),
        askPerson(call, session, { about: 'resource_call', now, expiresAt }),
      ),
      outcome: decision,
    };
  },
});
