import {
  conversationKey,
  type ConversationRef,
} from '../../../../../shared/model/conversation-key.ts';
import { insert, joinPlans, type Plan, plan, update } from '../../../engine/plan.ts';
import {
  type Conversation,
  type ConversationAlias,
  CONVERSATIONS,
  CONVERSATION_ALIASES,
} from './rows.ts';
import { mergeConversation, moveWorkers } from './changes.ts';
import { conversationMerged } from './effects.ts';

export interface Sighting {
  readonly ref: ConversationRef;
  /** Earlier ids of the conversation, as the site showed them. */
  readonly aliases: readonly string[];
  readonly now: number;
  /** Our own id for the conversation, if it is new. */
  readonly localConversationId: string;
  readonly finalTimeoutMs: number;
  readonly defaultModes: DefaultModes;
  /** True if a person was seen beginning the conversation. */
  readonly byHand: boolean;
}

/** The mode in which a new conversation begins, by platform; `manual` for others. */
export type DefaultModes = Readonly<Record<string, 'auto' | 'manual'>>;

export interface Resolved {
  /** The conversation as it is after the plan. */
  readonly conversation: Conversation;
  readonly plan: Plan;
}

export function refsOf({
  ref,
  aliases,
}: Pick<Sighting, 'ref' | 'aliases'>): readonly ConversationRef[] {
  return [ref, ...aliases.map((remote_conversation_id) => ({ ...ref, remote_conversation_id }))];
}

/**
 * Finds the conversation that was seen, or makes it. A new one begins as `manual`, or in the default mode of its site
 * if a person was seen beginning it. One that is known by an earlier id gets the new id and keeps everything. Two that
 * are found to be one are merged, and the mode that a person chose last stays.
 */
export function resolveConversation(
  sighting: Sighting,
  known: readonly Conversation[],
  aliases: readonly ConversationAlias[],
): Resolved {
  const key = conversationKey(sighting.ref);
  const isAlias = aliases.some((alias) => alias.aliasKey === key);
  const [first, ...others] = known;
  const base = first === undefined ? born(sighting) : merged(first, others, sighting.now);
  const named =
    base.conversation.conversationKey === key || isAlias ? base : renamed(base, sighting);
  const aliasPlan = plan({
    changes: newAliases(sighting, named.conversation, [first, ...others], aliases),
  });
  return { conversation: named.conversation, plan: joinPlans(named.plan, aliasPlan) };
}

function born(sighting: Sighting): Resolved {
  const { ref, now, localConversationId, finalTimeoutMs, defaultModes, byHand } = sighting;
  const chosen = new Map(Object.entries(defaultModes)).get(ref.platform); // guard: default-mode
  const mode = (byHand ? chosen : null) ?? 'manual'; // guard: begun-by-hand
  const conversation: Conversation = {
    conversationKey: conversationKey(ref),
    platform: ref.platform,
    remoteConversationId: ref.remote_conversation_id,
    localConversationId,
    mode,
    modeSetAt: null,
    pauseReason: null,
    title: null,
    customTitle: null,
    latestAssistantMessageId: null,
    latestObservedAt: null,
    latestUserTurnAt: null,
    accountKey: ref.platform,
    staleAnchors: 'rebase',
    agentId: null,
    parentKey: null,
    finalTimeoutMs,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
  return {
    conversation,
    plan: plan({
      changes: [insert(CONVERSATIONS, conversation)],
      events: [event('conversation.created', conversation, now, { mode })],
    }),
  };
}

function merged(into: Conversation, others: readonly Conversation[], now: number): Resolved {
  let resolved: Resolved = { conversation: into, plan: plan({}) };
  for (const from of others) {
    const { conversation } = resolved;
    const lastChosen =
      (from.modeSetAt ?? -1) > (conversation.modeSetAt ?? -1) ? from : conversation;
    const lastSeen =
      (from.latestObservedAt ?? -1) > (conversation.latestObservedAt ?? -1) ? from : conversation;
    const set = {
      mode: lastChosen.mode,
      modeSetAt: lastChosen.modeSetAt,
      pauseReason: lastChosen.pauseReason,
      title: conversation.title ?? from.title,
      latestAssistantMessageId: lastSeen.latestAssistantMessageId,
      latestObservedAt: lastSeen.latestObservedAt,
      updatedAt: now,
    };
    const keys = { from: from.conversationKey, into: conversation.conversationKey };
    resolved = {
      conversation: { ...conversation, ...set, version: conversation.version + 1 },
      plan: joinPlans(
        resolved.plan,
        plan({
          changes: [
            mergeConversation({ ...keys, at: now }),
            update(CONVERSATIONS, conversation, set),
          ],
          events: [event('conversation.merged', conversation, now, { from: from.conversationKey })],
          effects: [conversationMerged({ ...keys })],
        }),
      ),
    };
  }
  return resolved;
}

function renamed({ conversation, plan: before }: Resolved, { ref, now }: Sighting): Resolved {
  const key = conversationKey(ref);
  const set = {
    conversationKey: key,
    remoteConversationId: ref.remote_conversation_id,
    updatedAt: now,
  };
  const next = { ...conversation, ...set, version: conversation.version + 1 };
  const from = conversation.conversationKey;
  return {
    conversation: next,
    plan: joinPlans(
      before,
      plan({
        changes: [
          update(CONVERSATIONS, conversation, set),
          moveWorkers({ from, into: key }), // guard: taint-of-renamed
          insert(CONVERSATION_ALIASES, {
            aliasKey: from,
            conversationKey: key,
            createdAt: now,
            version: 1,
          }),
        ],
        events: [event('conversation.renamed', next, now, { from })],
        effects: [conversationMerged({ from, into: key })],
      }),
    ),
  };
}

function newAliases(
  sighting: Sighting,
  conversation: Conversation,
  known: readonly (Conversation | undefined)[],
  aliases: readonly ConversationAlias[],
): ReturnType<typeof insert>[] {
  const taken = new Set<string>([
    conversation.conversationKey,
    ...aliases.map((alias) => alias.aliasKey),
    ...known.flatMap((row) => row?.conversationKey ?? []),
  ]);
  return refsOf(sighting)
    .map((ref) => conversationKey(ref))
    .filter((aliasKey, index, keys) => !taken.has(aliasKey) && keys.indexOf(aliasKey) === index)
    .map((aliasKey) =>
      insert(CONVERSATION_ALIASES, {
        aliasKey,
        conversationKey: conversation.conversationKey,
        createdAt: sighting.now,
        version: 1,
      }),
    );
}

function event(
  type: `conversation.${string}`,
  conversation: Conversation,
  at: number,
  detail: Record<string, unknown>,
) {
  return {
    type,
    subjectId: conversation.localConversationId,
    conversationKey: conversation.conversationKey,
    actor: 'conductor' as const,
    at,
    detail,
  };
}
