import {
  type ConversationKey,
  type ConversationRef,
} from '../../../../../../shared/model/conversation-key.ts';
import type { CodedError } from '../../../../../../shared/model/error-codes.ts';
import { joinPlans, type Plan, plan, update } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import type { StoredContent } from '../../../heart/artifacts/feature.ts';
import {
  bindChat,
  endBinding,
  type ModelBinding,
  newBinding,
} from '../../../heart/lineage/feature.ts';
import type { Conversation } from '../../../heart/conversations/feature.ts';
import { newJob, unstarted } from '../../../heart/deliveries/feature.ts';
import type { ChatPlan } from '../chat-plan.ts';
import * as agents from '../queries.ts';
import * as bindings from '../../../heart/lineage/bindings/queries.ts';
import * as conversations from '../../../heart/conversations/queries.ts';
import { MODEL_BINDINGS } from '../../../heart/lineage/bindings/rows.ts';
import { AGENT_STEPS } from '../rows.ts';

export interface AskChatInput {
  readonly runId: string;
  readonly stepId: string;
  readonly sessionKey: ConversationKey;
  readonly modelRef: string;
  /** The binding that `question` was planned with; null: there was none. */
  readonly planned: Pick<ModelBinding, 'bindingId' | 'version'> | null;
  readonly question: Pick<ChatPlan, 'kind' | 'knows' | 'through' | 'system' | 'foreignText'>;
  /** The chat that is asked; a platform: a new one there. */
  readonly to: { readonly ref: ConversationRef } | { readonly platform: string };
  /** As much of it as the site takes. */
  readonly text: string;
  /** The whole text as an artifact, if `text` is a part of it. */
  readonly stored: StoredContent | null;
  /** The message of the session that the reply becomes. */
  readonly replyId: string;
  readonly tokens: number;
  readonly jobId: string;
  readonly bindingId: string;
  readonly localConversationId: string;
  readonly finalTimeoutMs: number;
  readonly maxAttempts: number;
  readonly now: number;
}

/** `again`: what it was planned with has changed. */
export type AskedChat =
  | { readonly is: 'asked' | 'again' }
  | { readonly is: 'refused'; readonly error: CodedError };

const AGAIN: Decision<AskedChat> = { plan: plan({}), outcome: { is: 'again' } };

/**
 * A step asks its model, which is a chat: the delivery, the step that waits for it, and the binding change together. So a
 * question can be neither lost nor asked twice.
 */
export const askChat = defineStep({
  name: 'ask chat',
  load: ({ runId, sessionKey, to }: AskChatInput) => ({
    state: agents.agentRunState({ runId }),
    binding: bindings.bindingOfSession({ sessionKey }),
    chat: conversations.conversations({ refs: 'ref' in to ? [to.ref] : [] }),
    other: bindings.bindingOfChat({ refs: 'ref' in to ? [to.ref] : [] }),
    renewal: conversations.renewal({ ref: 'ref' in to ? to.ref : NOWHERE }),
  }),
  decide({ state, binding, chat: [known], other, renewal }, input): Decision<AskedChat> {
    const { planned, question, to, sessionKey, modelRef, now } = input;
    const step = state?.steps.at(-1);
    const isMeant =
      state?.run.status === 'running' &&
      step?.stepId === input.stepId &&
      step.status === 'calling' &&
      step.jobId === null &&
      binding?.bindingId === planned?.bindingId &&
      binding?.version === planned?.version;
    if (!isMeant) return AGAIN;
    if ('ref' in to) {
      const error = refusal(known ?? null, other?.binding ?? null, sessionKey);
      if (error !== null) return { plan: plan({}), outcome: { is: 'refused', error } };
    }
    const born = 'ref' in to ? null : unstarted({ ...input, platform: to.platform });
    const key = (known ?? born?.conversation)?.conversationKey;
    if (key === undefined) return AGAIN;
    const { jobId, bindingId, text, tokens, stored, maxAttempts, stepId } = input;
    const { through, system, knows, foreignText, kind } = question;
    const asks = {
      sentThrough: knows.through,
      system: knows.system,
      asked: { jobId, through, replyId: input.replyId, system, tokens },
    };
    const by = { now, actor: 'conductor', detail: { step: stepId } } as const;
    const rolledFrom = kind === 'roll' ? (binding?.bindingId ?? null) : null;
    const names = { bindingId, conversationKey: key, sessionKey, modelRef, rolledFrom };
    const fresh = newBinding(names, now);
    const event = { type: kind === 'roll' ? 'ROLL' : 'RELEASE' } as const;
    const bound: Plan =
      binding !== null && kind !== 'roll' && binding.modelRef === modelRef
        ? plan({
            changes: [
              update(MODEL_BINDINGS, binding, {
                ...asks,
                tokens: binding.tokens + tokens,
                turns: binding.turns + 1,
              }),
            ],
          })
        : joinPlans(
            binding === null ? plan({}) : endBinding(binding, event, by),
            bindChat({ ...fresh, ...asks, tokens, turns: 1 }, renewal, by),
          );
    return {
      plan: joinPlans(
        born?.plan ?? plan({}),
        bound,
        newJob({
          jobId,
          conversationKey: key,
          assistantMessageId: known?.latestAssistantMessageId ?? null,
          messageText: text,
          foreignText,
          origin: 'agent',
          chain: state.job.chain,
          dedupeKey: `agent:${stepId}:${step.attempt}`,
          maxAttempts,
          now,
          actor: 'conductor',
          detail: { step: stepId, ...(born !== null && { start_new: true }) },
          stored,
          storedIn: sessionKey,
        }).plan,
        plan({ changes: [update(AGENT_STEPS, step, { jobId })] }),
      ),
      outcome: { is: 'asked' },
    };
  },
});

const NOWHERE: ConversationRef = { platform: '', remote_conversation_id: '' };

/** Why a chat cannot serve that session; null: it can. */
export function refusal(
  chat: Conversation | null,
  bound: ModelBinding | null,
  sessionKey: ConversationKey | null,
): CodedError | null {
  if (chat === null) return { code: 'model_unavailable', text: 'The chat is gone.' };
  if (bound !== null && bound.sessionKey !== sessionKey)
    return { code: 'conversation_bound', text: 'The chat serves another session.' };
  if (chat.mode === 'paused') return { code: 'conversation_paused', text: 'The chat is paused.' };
  if (chat.mode === 'draining')
    return { code: 'conversation_draining', text: 'The chat is about to be paused.' };
  return null;
}
