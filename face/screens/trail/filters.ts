import type { Request } from '../../../shared/api/operation.ts';
import type { Operations } from '../../../shared/api/operations.ts';
import { addressOf } from '../../api/ask.ts';
import type { AuditEventView } from '../../api/live.ts';

/** Filters of the trail; kept in the address, so that a link shows the same. */
export interface TrailFilters {
  /** `approval.opened`, or `approval.*` for all that begin so. None: all. */
  readonly types: readonly string[];
  readonly conversation: string | null;
  readonly subject: string | null;
  /** Earliest time, in ms since 1970-01-01 UTC. */
  readonly from: number | null;
  /** Stands somewhere in the event. */
  readonly q: string | null;
}

export const NO_FILTERS: TrailFilters = {
  types: [],
  conversation: null,
  subject: null,
  from: null,
  q: null,
};

/** From the query of the address; what makes no sense is left out. */
export function readFilters(query: Readonly<Record<string, string>>): TrailFilters {
  const from = Number(query['from']);
  return {
    types: (query['type'] ?? '').split(',').filter((type) => /^[a-z_]+\.([a-z_]+|\*)$/.test(type)),
    conversation: query['conversation'] || null,
    subject: query['subject'] || null,
    from: Number.isSafeInteger(from) && from > 0 ? from : null,
    q: query['q'] || null,
  };
}

/** The address that shows the trail so. `event`: the one that is opened beside it. */
export function trailPath(
  { types, conversation, subject, from, q }: TrailFilters,
  event: number | null = null,
): string {
  const query = new URLSearchParams();
  if (types.length > 0) query.set('type', types.join(','));
  if (conversation !== null) query.set('conversation', conversation);
  if (subject !== null) query.set('subject', subject);
  if (from !== null) query.set('from', String(from));
  if (q !== null) query.set('q', q);
  if (event !== null) query.set('event', String(event));
  return query.size === 0 ? '/trail' : `/trail?${query.toString()}`;
}

/** As the conductor is asked for it. */
export function askedBy({
  types,
  conversation,
  subject,
  from,
  q,
}: TrailFilters): Request<Operations['listEvents']>['query'] {
  return {
    ...(types.length > 0 && { type: types.join(',') }),
    ...(conversation !== null && { conversation }),
    ...(subject !== null && { subject }),
    ...(from !== null && { from }),
    ...(q !== null && { q }),
  };
}

/** Where all of what is shown is downloaded from. */
export function exportPath(filters: TrailFilters): string {
  return addressOf('/v1/events/export', {}, askedBy(filters));
}

/** Does an event that just came belong to what is shown? As the conductor has it. */
export function fits(filters: TrailFilters, event: AuditEventView): boolean {
  const { types, conversation, subject, from, q } = filters;
  if (types.length > 0 && !types.some((type) => isOfType(event.type, type))) return false;
  if (conversation !== null && event.local_conversation_id !== conversation) return false;
  if (subject !== null && event.subject_id !== subject) return false;
  if (from !== null && event.at < from) return false;
  if (q === null) return true;
  const text = `${event.type} ${event.subject_id} ${event.actor} ${JSON.stringify(event.detail)}`;
  return text.toLowerCase().includes(q.toLowerCase());
}

function isOfType(type: string, wanted: string): boolean {
  return wanted.endsWith('.*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
}

export type Moment =
  | { readonly kind: 'id'; readonly id: number }
  /** In ms since 1970-01-01 UTC. */
  | { readonly kind: 'time'; readonly at: number };

/** Reads a place that a person types: `#104210`, `12:04`, `2026-11-03`, `2026-11-03 12:04`. Null: none of these. */
export function readMoment(text: string, now: number): Moment | null {
  const said = text.trim();
  const id = /^#?(\d{1,15})$/.exec(said)?.[1];
  if (id !== undefined) return { kind: 'id', id: Number(id) };
  const found = /^(?:(\d{4}-\d\d-\d\d)[ T]?)?(\d\d?:\d\d(?::\d\d)?)?$/.exec(said);
  const [, day, clock] = found ?? [];
  if (day === undefined && clock === undefined) return null;
  const at = new Date(day === undefined ? now : `${day}T00:00:00`);
  const [hours = 0, minutes = 0, seconds = 0] = (clock ?? '00:00').split(':').map(Number);
  if (hours > 23 || minutes > 59 || seconds > 59) return null;
  at.setHours(hours, minutes, seconds, 0);
  if (Number.isNaN(at.getTime())) return null;
  // A clock time that is still to come was meant for yesterday.
  if (day === undefined && at.getTime() > now) at.setDate(at.getDate() - 1);
  return { kind: 'time', at: at.getTime() };
}
