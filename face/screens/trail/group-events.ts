import type { AuditEventView } from '../../api/live.ts';
import type { Items } from '../../parts/list.tsx';

/** A line of the trail: an event, or all that happened to one thing. */
export type TrailRow =
  | { readonly kind: 'event'; readonly event: AuditEventView; readonly inGroup: boolean }
  | {
      readonly kind: 'group';
      readonly subject: string;
      /** The newest first. */
      readonly events: readonly AuditEventView[];
      readonly failed: boolean;
      readonly open: boolean;
    };

const FAILURES: ReadonlySet<string> = new Set([
  'account.parked',
  'call.deadline',
  'call.failed',
  'call.refused',
  'delivery_job.failed',
  'delivery_job.final_timeout',
  'delivery_job.lease_lost',
  'delivery_job.no_reply',
  'instruction.fail',
  'instruction.lose_track',
  'instruction.refuse',
  'message.refused',
  'resource.open_failed',
]);

export function isFailure({ type }: AuditEventView): boolean {
  return FAILURES.has(type);
}

/**
 * Groups events by their subject, the latest touched first. A group in which something failed is open, the rest are
 * closed; `turned` names those that a person turned the other way.
 */
export function groupEvents(
  events: Items<AuditEventView>,
  turned: ReadonlySet<string>,
): readonly TrailRow[] {
  const groups = new Map<string, AuditEventView[]>();
  for (const event of events.slice(0, events.length)) {
    const group = groups.get(event.subject_id);
    if (group === undefined) groups.set(event.subject_id, [event]);
    else group.push(event);
  }
  return [...groups].flatMap(([subject, of]): readonly TrailRow[] => {
    const failed = of.some(isFailure);
    const open = failed !== turned.has(subject);
    const head: TrailRow = { kind: 'group', subject, events: of, failed, open };
    if (!open) return [head];
    return [head, ...of.map((event): TrailRow => ({ kind: 'event', event, inGroup: true }))];
  });
}

export function rowId(row: TrailRow): string {
  return row.kind === 'event' ? String(row.event.event_id) : `group ${row.subject}`;
}
