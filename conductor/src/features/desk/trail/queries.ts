import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import { query } from '../../../engine/query.ts';
import { listWithin } from '../../heart/conversations/queries.ts';

/** A line of the trail as people are told of it. */
export interface ShownEvent {
  readonly eventId: number;
  readonly type: string;
  readonly subjectId: string;
  readonly localConversationId: string | null;
  readonly actor: string;
  readonly at: number;
  readonly detailJson: string;
}

interface OfTypes {
  /** Types, or prefixes with `.*`. Empty: all. */
  readonly types: readonly string[];
}

/** Which events of the trail are wanted; what is left out does not filter. */
export interface TrailFilter extends OfTypes {
  readonly subjectId?: string | undefined;
  /** Id of a run: events about it, or about what is of it. */
  readonly runId?: string | undefined;
  /** Earliest and latest time, the one included and the other not. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** Which events a follower of the trail wants. */
export interface EventFilter extends OfTypes {
  readonly conversationKey?: ConversationKey | undefined;
}

/** How many rows there are, by state. */
export interface Counts {
  readonly conversations: Readonly<Record<string, number>>;
  readonly jobs: Readonly<Record<string, number>>;
  /** Actions that have not ended. */
  readonly instructions: Readonly<Record<string, number>>;
  readonly openApprovals: number;
  /** Conversations that a pause of all stopped. */
  readonly allPaused: number;
  readonly parked: readonly {
    readonly account_key: string;
    readonly until: number;
    readonly reason: string | null;
  }[];
}

/** How many events of each type there are. */
export interface EventCounts {
  readonly items: readonly { readonly type: string; readonly count: number }[];
  /** true: all events that fit were counted. */
  readonly whole: boolean;
  /** When the oldest event was noted; null: there is none. */
  readonly keptSince: number | null;
}

/** The trail, the newest first. */
export const events = listWithin<
  TrailFilter & {
    /** Words that stand in the event; looked for among the newest events alone. */
    readonly words?: string | undefined;
    readonly place?: { readonly eventId: number; readonly newer: boolean } | undefined;
  },
  ShownEvent
>('events');
/** Counts by type, the largest first. Null: there is no such conversation. */
export const eventCounts = query<
  TrailFilter & { readonly conversation?: string | undefined },
  EventCounts | null
>('eventCounts');
/** The trail after an event, in order, and the newest event at that moment. */
export const eventsAfter = query<
  EventFilter & { readonly after: number; readonly limit: number },
  { readonly head: number; readonly events: readonly ShownEvent[] }
>('eventsAfter');

/** How much there is of everything, for people and for metrics. */
export const counts = query<{ readonly now: number }, Counts>('counts');

export { newestEventId } from '../../ground/people/asks.ts';
