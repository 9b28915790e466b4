import type { conversationsOperations } from '../../../../../shared/api/conversations.ts';
import type { ApiError } from '../../../../../shared/api/operation.ts';
import { err, ok, type Result } from '../../../../../shared/lib/result.ts';
import { conversationKey, conversationRef } from '../../../../../shared/model/conversation-key.ts';
import type { HandlersOf, Kit } from '../../../engine/feature.ts';
import { found, unknown } from '../../../engine/not-found.ts';
import type { Presence } from '../../ground/browsers/feature.ts';
import { keyWithin, listPage, onePlace } from './list-page.ts';
import type { ConversationLookup } from './look-up.ts';
import type { Conversation } from './rows.ts';
import { deleteConversation } from './steps/delete-conversation.ts';
import { pauseAll, resumeAll } from './steps/pause-all.ts';
import { setConversationMode } from './steps/set-conversation-mode.ts';
import { updateConversation } from './steps/update-conversation.ts';
import { shownMessage } from './shown-message.ts';
import { type ConversationView, conversationView, runtimeView, searchHitView } from './views.ts';
import * as conversations from './queries.ts';

/** Most runtimes listed: more than a person looks through. */
const MOST_RUNTIMES = 1_000;

/** Handlers of the operations on conversations. */
export function createConversationHandlers(
  { store, read, now }: Kit,
  { presence, lookUp }: { readonly presence: Presence; readonly lookUp: ConversationLookup },
): HandlersOf<typeof conversationsOperations> {
  /** Runs `change` on the named conversation, and answers with the conversation as it is then. */
  async function changed(
    id: string,
    change: (localConversationId: string) => Promise<string>,
  ): Promise<Result<ConversationView, ApiError>> {
    const conversation = await lookUp.named(id);
    if (!conversation.ok) return conversation;
    const { local_conversation_id: localId, mode, draining } = conversation.value;
    const outcome = await change(localId);
    if (outcome === 'invalid_transition') {
      const text = `The conversation is ${draining ? 'draining' : mode}: that mode cannot follow it.`;
      return err({ code: 'invalid_transition', text });
    }
    return lookUp.named(localId);
  }

  /**
   * Deletes a conversation after the workers that it asked: if something ends this in between, a person sees what is
   * left, and deletes it again.
   */
  async function deleteWithWorkers(localConversationId: string, via: string): Promise<void> {
    for (const worker of await read.one(conversations.workersAskedBy({ localConversationId })))
      await deleteWithWorkers(worker, via);
    const by = { actor: 'person', via, now: now() } as const;
    await store.run(deleteConversation, { localConversationId, ...by });
  }

  async function setAll(step: typeof pauseAll | typeof resumeAll): Promise<number> {
    for (let changed = 0; ;) {
      const done = await store.run(step as typeof pauseAll, { actor: 'person', now: now() });
      changed += done.changed;
      if (!done.more) return changed;
    }
  }

  return {
    async listRuntimes({ query }) {
      const within = await keyWithin(read, query.conversation);
      if (!within.ok) return within;
      const all = presence
        .runtimes()
        .filter(({ conversationKey: key }) => within.value === null || key === within.value);
      const shown = all.slice(0, MOST_RUNTIMES);
      const refs = shown.map(({ conversationKey }) => conversationRef(conversationKey));
      const rows = await read.one(conversations.conversations({ refs }));
      const tabs = openTabs(presence.reports());
      const byKey = new Map<string, Conversation>(rows.map((row) => [row.conversationKey, row]));
      return ok({
        // One that was deleted a moment ago has no row any more.
        items: shown.flatMap((one) => {
          const row = byKey.get(one.conversationKey);
          return row === undefined ? [] : runtimeView(one, row, tabs(one));
        }),
        total: all.length,
      });
    },
    listConversations: async ({ query: { platform, mode, label, title, ...query } }) =>
      listPage(
        query,
        (page) =>
          read.one(conversations.listedConversations({ platform, mode, label, title, page })),
        (row) => conversationView(row, presence),
      ),
    getConversation: async ({ params: { id } }) => found(await lookUp.find(id), 'conversation', id),
    async listMessages({
      params: { id },
      query: { around, newer_than: newerThan, cut, ...query },
    }) {
      const place = onePlace(query, around, newerThan);
      if (!place.ok) return place;
      const { at: messageId, newer = false } = place.value ?? {};
      return listPage(
        query,
        (page) =>
          read.one(
            conversations.messages({
              conversation: id,
              page,
              ...(messageId !== undefined && { place: { messageId, newer } }),
            }),
          ),
        (row) => shownMessage(row, cut),
        () =>
          messageId === undefined
            ? unknown('conversation', id, 'params.id')
            : unknown('message', messageId, newer ? 'query.newer_than' : 'query.around'),
      );
    },
    async getMessage({ params: { id, message: messageId } }) {
      const row = await read.one(conversations.message({ conversation: id, messageId }));
      return found(row && shownMessage(row), 'message', messageId);
    },
    search: async ({ query: { q: words, platform, ...query } }) => {
      const { conversation } = query;
      return listPage(
        query,
        (page) => read.one(conversations.search({ words, platform, conversation, page })),
        searchHitView,
      );
    },
    updateConversation: async ({ params: { id }, body }, { via }) =>
      changed(id, (localConversationId) => {
        const { title, labels, stale_anchors, final_timeout_ms } = body;
        const request = {
          ...(title !== undefined && { title }),
          ...(labels !== undefined && { labels }),
          ...(stale_anchors !== undefined && { staleAnchors: stale_anchors }),
          ...(final_timeout_ms !== undefined && { finalTimeoutMs: final_timeout_ms }),
        };
        const by = { actor: 'person', via, now: now() } as const;
        return store.run(updateConversation, { localConversationId, request, ...by });
      }),
    setMode: async ({ params: { id }, body: { mode, reason } }) =>
      changed(id, (localConversationId) => {
        const request = { localConversationId, mode, reason, actor: 'person', now: now() } as const;
        return store.run(setConversationMode, request);
      }),
    pauseAll: async () => ok({ paused: await setAll(pauseAll) }),
    resumeAll: async () => ok({ resumed: await setAll(resumeAll) }),
    async deleteConversation({ params: { id } }, { via }) {
      const conversation = await lookUp.named(id);
      if (!conversation.ok) return conversation;
      const { local_conversation_id: localConversationId } = conversation.value;
      await deleteWithWorkers(localConversationId, via);
      return ok({ deleted: true });
    },
  };
}

/** Returns the tabs of a browser in which a conversation is open, by what browsers say of their pages. */
function openTabs(
  reports: ReturnType<Presence['reports']>,
): (of: { readonly clientId: string; readonly conversationKey: string }) => number[] {
  const pages = reports.flatMap(({ clientId, pages: own }) =>
    own.flatMap(({ tab_id, platform, remote_conversation_id: id }) =>
      tab_id === null || id === null
        ? []
        : [{ clientId, tab_id, key: conversationKey({ platform, remote_conversation_id: id }) }],
    ),
  );
  const byPlace = Map.groupBy(pages, ({ clientId, key }) => `${clientId} ${key}`);
  return ({ clientId, conversationKey: key }) =>
    (byPlace.get(`${clientId} ${key}`) ?? []).map(({ tab_id }) => tab_id);
}
