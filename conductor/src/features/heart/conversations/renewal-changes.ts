import { type AuditEvent, type Plan, plan, update } from '../../../engine/plan.ts';
import { type Renewal, RENEWALS } from './rows.ts';
import { conversationChanged } from './effects.ts';

/** The plan that cancels the next turn of a renewal, because something else happened first. */
export function withoutDueTurn(renewal: Renewal | null, now: number): Plan {
  if (renewal === null || renewal.dueAt === null) return plan({});
  return plan({ changes: [update(RENEWALS, renewal, { dueAt: null, updatedAt: now })] });
}

/** The plan that stops a renewal, with the reason. */
export function stopped(
  renewal: Renewal,
  reason: string,
  now: number,
  actor: AuditEvent['actor'],
): Plan {
  const { conversationKey } = renewal;
  const set = { status: 'stopped', stopReason: reason, dueAt: null, updatedAt: now } as const;
  return plan({
    changes: [update(RENEWALS, renewal, set)],
    events: [
      {
        type: 'renewal.stopped',
        subjectId: conversationKey,
        conversationKey,
        actor,
        at: now,
        detail: { reason, turns_used: renewal.turnsUsed },
      },
    ],
    effects: [conversationChanged({ conversationKey })],
  });
}
