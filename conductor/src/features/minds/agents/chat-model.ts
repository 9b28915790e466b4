import { isDeepStrictEqual } from 'node:util';

import {
  type ConversationKey,
  conversationRef,
} from '../../../../../shared/model/conversation-key.ts';
import { err, ok, type Result } from '../../../../../shared/lib/result.ts';
import type { CodedError } from '../../../../../shared/model/error-codes.ts';
import { withoutActionBlocks } from '../../../baa/without-action-blocks.ts';
import type { Reader } from '../../../engine/query.ts';
import type { Clock, IdSource, Store } from '../../../engine/runtime.ts';
import { findActions } from '../../heart/actions/feature.ts';
import type { Presence } from '../../ground/browsers/feature.ts';
import type { Message } from '../../heart/conversations/feature.ts';
import {
  committed,
  type DeliveryJob,
  fitMessage,
  isOutcomeOpen,
  isUnstarted,
  messageLimit,
  type MessageFitting,
} from '../../heart/deliveries/feature.ts';
import { faultOfJob } from './chat-job.ts';
import { type ChatNews, chatNews } from './chat-news.ts';
import { type ChatPlan, type ChatState, planQuestion } from './chat-plan.ts';
import { readChatRef } from './chat-ref.ts';
import { estimateTokens } from './chat-text.ts';
import {
  CANCELLED,
  type ChatModel,
  type ChatQuestion,
  type ChatReply,
  type ModelFault,
} from './model-port.ts';
import { askChat, type AskChatInput } from './steps/ask-chat.ts';
import type { Watches } from '../../../engine/watches.ts';
import * as agents from './queries.ts';
import * as bindings from '../../heart/lineage/bindings/queries.ts';
import * as deliveries from '../../heart/deliveries/queries.ts';
import * as conversations from '../../heart/conversations/queries.ts';

export interface ChatModelDeps extends MessageFitting {
  readonly store: Store;
  readonly read: Reader;
  readonly presence: Pick<Presence, 'canServe' | 'startable' | 'watch'>;
  readonly watches: Watches;
  /** Calls back with how long a reply is so far that a chat writes, by our id of the chat; what it returns ends that. */
  readonly watchGrowth: (tell: (localConversationId: string, chars: number) => void) => () => void;
  readonly now: Clock;
  readonly newId: IdSource;
  readonly finalTimeoutMs: number;
  readonly maxAttempts: number;
}

/** A page tells within seconds what came of a message that it was sending. Of a browser that is gone nobody hears. */
const LAST_WORD_MS = 30_000;

/** Enough for a person to tell two deliveries apart. */
const SHORT_REF_LENGTH = 8;

export function createChatModel(deps: ChatModelDeps): ChatModel {
  const { store, read, presence, watches, watchGrowth, settings, now, newId } = deps;

  /** The job that asks for this step; or what stands in its way. */
  async function jobOf(question: ChatQuestion): Promise<Result<string, ModelFault>> {
    const { runId, stepId, sessionKey, signal } = question;
    while (!signal.aborted) {
      const { run: at, binding } = await read.snapshot({
        run: agents.agentRunState({ runId }),
        binding: bindings.bindingOfSession({ sessionKey }),
      });
      const asking = at?.steps.find((step) => step.stepId === stepId)?.jobId ?? null;
      if (asking !== null) return ok(asking); // guard: asked-once
      if (at?.run.status !== 'running') return err(CANCELLED);
      const before = binding?.asked?.jobId ?? null;
      const changed =
        before === null || binding === null
          ? null
          : watches.next([before, binding.conversationKey], signal);
      const { job, step } =
        before === null
          ? { job: null, step: null }
          : await read.snapshot({
              job: deliveries.job({ jobId: before }),
              step: agents.stepAskingBy({ jobId: before }),
            });
      if (changed !== null && job?.finishedAt === null) {
        await changed;
        continue;
      }
      const tellsUntil = job === null ? 0 : lastWordAt(job);
      if (changed !== null && tellsUntil > now()) {
        const over = AbortSignal.any([signal, AbortSignal.timeout(tellsUntil - now())]);
        await Promise.race([changed, watches.next([], over)]);
        continue;
      }
      const jobId = newId();
      const fits = binding?.modelRef === question.modelRef;
      const wasHeard = (step?.repliedAt ?? null) !== null;
      const state = fits ? { binding, job, wasHeard } : NOT_BOUND;
      const since = at.run.startedAt;
      const plan = planQuestion(state, question, {
        rolled: await read.one(bindings.chatsRolledSince({ sessionKey, since })),
        ref: jobId.slice(0, SHORT_REF_LENGTH),
        maxTokens: settings.current().agents.rollover_tokens,
      });
      if (plan === null) return err(unavailable(TOO_OFTEN));
      const to = await targetOf(question, state.binding?.conversationKey ?? null, plan.kind);
      if (to === null) return err(unavailable(`There is no conversation ${question.modelRef}.`));
      const asked = await enqueue(question, plan, to, { jobId, planned: binding });
      if (!asked.ok) return asked;
    }
    return err(CANCELLED);
  }

  async function targetOf(
    { modelRef }: ChatQuestion,
    bound: ConversationKey | null,
    kind: ChatPlan['kind'],
  ): Promise<AskChatInput['to'] | null> {
    if (bound !== null) {
      const ref = conversationRef(bound);
      return kind === 'roll' ? { platform: ref.platform } : { ref };
    }
    const named = readChatRef(modelRef);
    if (named?.kind === 'chat') return { platform: named.platform };
    const localConversationId = named?.localConversationId ?? '';
    const chat = await read.one(conversations.conversationByLocalId({ localConversationId }));
    return chat && { ref: conversationRef(chat.conversationKey) };
  }

  async function enqueue(
    { runId, stepId, sessionKey, modelRef, replyId }: ChatQuestion,
    plan: ChatPlan,
    to: AskChatInput['to'],
    { jobId, planned }: Pick<AskChatInput, 'jobId' | 'planned'>,
  ): Promise<Result<null, ModelFault>> {
    const platform = 'ref' in to ? to.ref.platform : to.platform;
    const limit = messageLimit(settings.current().max_message_chars, platform);
    if (plan.text.length - plan.foreignText.length > limit)
      return err(
        fault({ code: 'prompt_too_long', text: `${platform} takes ${limit} characters.` }),
      );
    const fitting = await fitMessage(plan.text, { jobId, platform }, deps);
    if (!fitting.ok) return err(fault(fitting.error));
    const { text, stored } = fitting.value;
    const outcome = await committed(
      store.run(askChat, {
        runId,
        stepId,
        sessionKey,
        modelRef,
        planned,
        question: plan,
        to,
        text,
        stored,
        replyId,
        tokens: estimateTokens(text),
        jobId,
        bindingId: newId(),
        localConversationId: newId(),
        finalTimeoutMs: deps.finalTimeoutMs,
        maxAttempts: deps.maxAttempts,
        now: now(),
      }),
      fitting.value,
    );
    return outcome.is === 'refused' ? err(fault(outcome.error)) : ok(null);
  }

  function isReachable(key: string): boolean {
    const { platform, remote_conversation_id: id } = conversationRef(key as ConversationKey);
    return presence.canServe(key) || (isUnstarted(id) && presence.startable().includes(platform));
  }

  async function replyTo(
    jobId: string,
    question: ChatQuestion,
  ): Promise<Result<ChatReply, ModelFault>> {
    const { signal, sessionKey, told } = question;
    let chat = '';
    while (!signal.aborted) {
      const changed = watches.next([jobId, chat], signal);
      const { job, reply, account, conversation, binding } = await read.snapshot({
        job: deliveries.job({ jobId }),
        reply: deliveries.replyTo({ jobId }),
        account: deliveries.accountOfJob({ jobId }),
        conversation: deliveries.conversationOfJob({ jobId }),
        binding: bindings.bindingOfSession({ sessionKey }),
      });
      if (job === null || conversation === null)
        return err(unavailable('The chat, or the message in it, is gone.'));
      if (reply !== null && job.status === 'finalized') {
        const { localConversationId } = conversation;
        const tokensNew = estimateTokens(job.messageText);
        const tokensIn = Math.max(binding?.tokens ?? 0, tokensNew);
        return ok({ ...readReply(job, reply), localConversationId, tokensIn, tokensNew });
      }
      if (job.status === 'finalized')
        return err(fault({ code: 'model_no_reply', text: 'The reply was not seen.' }));
      const problem = faultOfJob(job, {
        isReachable: isReachable(job.conversationKey),
        parkedUntil: account?.parkedUntil ?? null,
        now: now(),
      });
      const { platform } = conversationRef(job.conversationKey);
      told(
        chatNews(job, conversation.localConversationId, problem, {
          recentSends: account?.recentSends ?? [],
          rolling: settings.current().pacing[platform]?.rolling ?? null,
          parkedUntil: account?.parkedUntil ?? null,
          now: now(),
        }),
      );
      if (problem !== null) return err(problem);
      // Its name may have come, or changed.
      const isKnown = chat === job.conversationKey;
      chat = job.conversationKey;
      if (isKnown) await changed;
    }
    return err(CANCELLED);
  }

  return {
    async ask(asked) {
      const over = new AbortController();
      let news: ChatNews | null = null;
      const told = (next: ChatNews): void => {
        if (!isDeepStrictEqual(next, news)) asked.told(next);
        news = next;
      };
      const unwatch = watchGrowth((conversation, chars) => {
        if (news?.state === 'sent' && news.conversation === conversation)
          asked.told({ ...news, state: 'answering', chars });
      });
      const question = { ...asked, told, signal: AbortSignal.any([asked.signal, over.signal]) };
      try {
        const job = await jobOf(question);
        return job.ok ? await replyTo(job.value, question) : job;
      } finally {
        over.abort();
        unwatch();
      }
    },
  };
}

function readReply(
  { jobId }: DeliveryJob,
  { id: anchorId, rawText, complete }: Message,
): Pick<ChatReply, 'jobId' | 'anchorId' | 'text' | 'complete' | 'actions' | 'tokensOut'> {
  const text = withoutActionBlocks(rawText);
  const tokensOut = estimateTokens(rawText);
  const actions = findActions(rawText);
  return { jobId, anchorId, text, complete: complete ?? 'whole', actions, tokensOut };
}

const NOT_BOUND: ChatState = { binding: null, job: null, wasHeard: false };

const TOO_OFTEN =
  'Its chat cannot go on, and the session changed chats a short while ago, or five times in this run. Bind another chat, or choose another model.';

/** Until when a browser may say that it had sent what was taken back from it, in epoch ms; 0: it has nothing to say. */
function lastWordAt(job: DeliveryJob): number {
  const isToTell = isOutcomeOpen(job) && job.clientId !== null;
  return isToTell ? (job.finishedAt ?? 0) + LAST_WORD_MS : 0;
}

function fault(error: CodedError): ModelFault {
  return { ...error, retryAfterMs: null };
}

function unavailable(text: string): ModelFault {
  return fault({ code: 'model_unavailable', text });
}
