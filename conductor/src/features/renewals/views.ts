import type { ConversationView } from '../conversations/feature.ts';
import type { RenewalRow } from './reads.sqlite.ts';

export function renewalView(row: RenewalRow): NonNullable<ConversationView['renewal']> {
  const { quiet_from_minute: from, quiet_to_minute: to, time_zone: zone } = row;
  return {
    goal: row.goal,
    message: row.message,
    spacing_ms: row.spacing_ms,
    max_turns: row.max_turns,
    stop_phrase: row.stop_phrase,
    quiet_hours:
      from === null || to === null || zone === null
        ? null
        : { from_minute: from, to_minute: to, time_zone: zone },
    turns_used: row.turns_used,
    status: row.status,
    stop_reason: row.stop_reason,
    due_at: row.due_at,
  };
}
