import type { ConversationKey } from '../../../../../../../shared/model/conversation-key.ts';
import { conversationRef } from '../../../../../../../shared/model/conversation-key.ts';
import { err, ok, type Result } from '../../../../../../../shared/lib/result.ts';
import type { CodedError } from '../../../../../../../shared/model/error-codes.ts';
import {
  type Change,
  insert,
  joinPlans,
  NOTHING,
  plan,
  update,
} from '../../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../../engine/step.ts';
import type { MemoryChunk } from '../../stream-chunk.ts';
import { tellAside } from '../../tell-aside.ts';
import { type MemoryItemEvent, memoryItemTable } from '../memory-item.machine.ts';
import { faultOf } from '../memory-fault.ts';
import { type MemoryWish, type NewItem, touched } from '../memory-wish.ts';
import {
  MEMORY_KINDS,
  type Memory,
  type MemoryItem,
  type MemoryKind,
  MEMORY_ITEMS,
  MEMORIES,
} from '../rows.ts';
import * as agents from '../../queries.ts';
import * as memoryQueries from '../queries.ts';

/** Most items of one memory, active and done ones together. */
const MAX_ITEMS = 500;

/** Changes that are still known when they are made again. */
const KNOWN_CHANGES = 50;

export interface ChangeMemoryInput {
  readonly conversationKey: ConversationKey;
  /** The same again where the same change is made again after a crash. */
  readonly changeId: string;
  readonly wish: MemoryWish;
  readonly by: 'agent' | 'person';
  readonly via: string;
  readonly now: number;
}

/** Result of a change. */
export interface MemoryChanged {
  readonly version: number;
  readonly added: readonly string[];
  /** New ids, by the old ones. */
  readonly replaced: Readonly<Record<string, string>>;
}

/**
 * Changes a memory item by item, whole or not at all. Nothing that changed after the version that was read is
 * overwritten, and what is taken away stays as a row that is shown no more. Agents that work for others write none.
 */
export const changeMemory = defineStep({
  name: 'change memory',
  load: ({ conversationKey, wish }: ChangeMemoryInput) => ({
    session: agents.agentSessionOf({ conversationKey }),
    stream: agents.openAgentStream({ conversationKey }),
    now: memoryQueries.memoryNow({ conversationKey }),
    named: memoryQueries.memoryItems({
      conversationKey,
      itemIds: touched(wish).map(({ id }) => id),
    }),
  }),
  decide(
    { session, stream, now: { memory, items }, named },
    input,
  ): Decision<Result<MemoryChanged, CodedError>> {
    const { conversationKey, changeId, wish, by, now } = input;
    const refuse = (code: CodedError['code'], text: string) => ({
      plan: NOTHING,
      outcome: err({ code, text }),
    });
    if (session === null) return refuse('not_found', 'There is no memory here: no agent is.');
    if (by === 'agent' && session.definition.kind === 'worker')
      return refuse('action_denied', 'Only the agent that a person talks to writes the memory.');
    const version = memory?.version ?? 0;
    if (memory?.recentChanges.includes(changeId) === true)
      return { plan: NOTHING, outcome: ok({ version, added: [], replaced: {} }) };
    const fault = faultOf(wish, named, version);
    if (fault !== null) return refuse(fault.code, fault.text);
    const added = MEMORY_KINDS.flatMap((kind) => wish.add[kind].map((item) => ({ kind, ...item })));
    if (touched(wish).length + added.length === 0)
      return { plan: NOTHING, outcome: ok({ version, added: [], replaced: {} }) };
    const count = items.length + added.length - wish.remove.length;
    if (count > MAX_ITEMS && added.length > 0)
      return refuse(
        'quota_exceeded',
        `The memory would hold ${count} items, and ${MAX_ITEMS} is the most. Remove what no longer matters.`,
      );

    const head: Memory = memory ?? {
      conversationKey,
      nextNumber: 1,
      recentChanges: [],
      updatedAt: now,
      version: 0,
    };
    const next = version + 1;
    const itemOf = byId(named);
    let number = head.nextNumber;
    const made = (kind: MemoryKind, { text, note }: NewItem): MemoryItem => {
      const itemId = `${LETTERS[kind]}${number}`;
      number += 1;
      return {
        itemKey: `${conversationKey}#${itemId}`,
        itemId,
        conversationKey,
        kind,
        text,
        note,
        status: 'active',
        supersededBy: null,
        changedBy: by,
        why: null,
        changedIn: next,
        createdAt: now,
        updatedAt: now,
        version: 1,
      };
    };
    const set = (id: string, event: MemoryItemEvent, more: Partial<MemoryItem> = {}): Change[] => {
      const item = itemOf(id);
      const status = memoryItemTable.next(item.status, event);
      const changed = { status, changedBy: by, changedIn: next, updatedAt: now, ...more };
      return [update(MEMORY_ITEMS, item, changed)];
    };
    const fresh = added.map((item) => made(item.kind, item));
    const replacements = wish.change.map((item) => ({
      id: item.id,
      by: { ...made(itemOf(item.id).kind, item), status: itemOf(item.id).status },
    }));
    const changes: Change[] = [
      ...[...fresh, ...replacements.map((one) => one.by)].map((row) => insert(MEMORY_ITEMS, row)),
      ...replacements.flatMap((one) =>
        set(one.id, { type: 'CHANGE' }, { supersededBy: one.by.itemId }),
      ),
      ...wish.done.flatMap((id) => set(id, { type: 'DONE' })),
      ...wish.reopen.flatMap((id) => set(id, { type: 'REOPEN' })),
      ...wish.remove.flatMap(({ id, why }) => set(id, { type: 'REMOVE' }, { why })),
    ];
    const told: MemoryChunk = {
      type: 'data-memory',
      transient: true,
      data: {
        version: next,
        added: fresh.map(toldItem),
        changed: [
          ...replacements.map(({ id, by: item }) => ({ was: id, ...toldItem(item) })),
          ...wish.done.map((id) => ({ was: id, ...toldItem(itemOf(id)), status: 'done' as const })),
          ...wish.reopen.map((id) => ({
            was: id,
            ...toldItem(itemOf(id)),
            status: 'active' as const,
          })),
        ],
        removed: wish.remove.map(({ id }) => id),
      },
    };
    const recentChanges = [...head.recentChanges, changeId].slice(-KNOWN_CHANGES);
    const moved = { nextNumber: number, recentChanges, updatedAt: now };
    return {
      plan: joinPlans(
        tellAside(stream, told),
        plan({
          changes: [
            memory === null
              ? insert(MEMORIES, { ...head, ...moved, version: 1 })
              : update(MEMORIES, memory, moved),
            ...changes,
          ],
          events: [
            {
              type: 'memory.changed',
              subjectId: conversationRef(conversationKey).remote_conversation_id,
              conversationKey,
              actor: by === 'person' ? 'person' : 'conductor',
              at: now,
              detail: {
                version: next,
                added: fresh.length,
                changed: wish.change.length + wish.done.length + wish.reopen.length,
                removed: wish.remove.length,
                via: input.via,
              },
            },
          ],
        }),
      ),
      outcome: ok({
        version: next,
        added: fresh.map(({ itemId }) => itemId),
        replaced: Object.fromEntries(replacements.map((one) => [one.id, one.by.itemId])),
      }),
    };
  },
});

const LETTERS: Readonly<Record<MemoryKind, string>> = {
  goals: 'g',
  decisions: 'd',
  todos: 't',
  facts: 'f',
  open_questions: 'q',
};

function toldItem({
  itemId: id,
  kind,
  text,
  status,
}: MemoryItem): MemoryChunk['data']['added'][number] {
  return { id, kind, text, status: status === 'done' ? 'done' : 'active' };
}

function byId(items: readonly MemoryItem[]): (id: string) => MemoryItem {
  return (id) => {
    const item = items.find(({ itemId }) => itemId === id);
    if (item === undefined) throw new Error(`${id} was looked for before.`);
    return item;
  };
}
