import type { AuditEvent } from '../../../engine/plan.ts';
import type { Kit } from '../../../engine/feature.ts';
import { type ChatSession, endSession } from '../../heart/lineage/feature.ts';
import { isOpen } from './resource.machine.ts';
import { cancelCall } from './steps/cancel-call.ts';
import { closeResource } from './steps/close-resource.ts';
import * as resources from './queries.ts';
import * as sessions from '../../heart/lineage/sessions/queries.ts';

type Stores = Pick<Kit, 'store' | 'read' | 'now'>;

interface Why {
  readonly actor: AuditEvent['actor'];
  /** Reason for the trail and the assistant: a part of a sentence, in small letters. */
  readonly reason: string;
}

/**
 * Cancels what was let run, of one session, of one resource or of all. Those of actions that were not end with their action.
 *
 * @returns how many
 */
export async function cancelCalls(
  { store, read, now }: Stores,
  of: { readonly session?: string | undefined; readonly resource?: string | undefined },
  { actor, reason }: { readonly actor: 'person' | 'conductor'; readonly reason: string },
): Promise<number> {
  const chatSessionId = of.session ?? null;
  const found = await read.one(resources.unfinishedCalls({ chatSessionId }));
  const going = found.filter(
    ({ status, resourceId }) =>
      status !== 'proposed' && (of.resource === undefined || resourceId === of.resource),
  );
  for (const { callId } of going)
    await store.run(cancelCall, { callId, actor, reason, now: now() });
  return going.length;
}

/**
 * Ends a session: step by step, so that whoever comes after a crash ends the rest. Null: it is no program's.
 *
 * @param keepsPinned What a person pinned stays open.
 */
export async function closeSession(
  stores: Stores,
  chatSessionId: string,
  { actor, reason, keepsPinned }: Why & { readonly keepsPinned: boolean },
): Promise<ChatSession | null> {
  const { store, read, now } = stores;
  const by = actor === 'person' ? 'person' : 'conductor';
  const of = { session: chatSessionId };
  await cancelCalls(stores, of, { actor: by, reason: `The session ended: ${reason}.` });
  for (const { resource } of await read.one(resources.openResources({ chatSessionId }))) {
    if (keepsPinned && resource.pinned) continue;
    const { resourceId } = resource;
    await store.run(closeResource, { resourceId, actor, reason, now: now() });
  }
  return store.run(endSession, { chatSessionId, actor, reason, now: now() });
}

/** Closes what was not used for a long time, and what belongs to clients that went. Pinned ones stay, and lent ones as long as their chat. */
export async function closeUnused(
  stores: Stores,
  {
    idle_close_ms: idleMs,
    client_grace_ms: graceMs,
  }: {
    readonly idle_close_ms: number | null;
    readonly client_grace_ms: number;
  },
): Promise<void> {
  const { store, read, now } = stores;
  const at = now();
  const actor = 'conductor';
  for (const { chatSessionId } of await read.one(
    sessions.lonelySessions({
      before: at - graceMs,
    }),
  )) {
    const reason = 'its client is gone';
    await closeSession(stores, chatSessionId, { actor, reason, keepsPinned: true });
  }
  if (idleMs === null) return;
  const waiting = await read.one(resources.unfinishedCalls({ chatSessionId: null }));
  const inUse = new Set(waiting.map(({ resourceId }) => resourceId));
  for (const { resource } of await read.one(resources.openResources({ chatSessionId: null }))) {
    const { resourceId, originKind, pinned, updatedAt, status } = resource;
    if (pinned || originKind === 'lent' || inUse.has(resourceId) || !isOpen(status)) continue;
    if (updatedAt > at - idleMs) continue;
    const reason = 'it was not used for a long time';
    await store.run(closeResource, { resourceId, actor, reason, now: at });
  }
}
