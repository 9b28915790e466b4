import type { Statements } from '../../stores/sqlite/statements.ts';

export interface RenewalRow {
  readonly goal: string;
  readonly message: string | null;
  readonly spacing_ms: number;
  readonly max_turns: number;
  readonly turns_used: number;
  readonly stop_phrase: string | null;
  readonly quiet_from_minute: number | null;
  readonly quiet_to_minute: number | null;
  readonly time_zone: string | null;
  readonly status: 'active' | 'stopped';
  readonly stop_reason: string | null;
  readonly due_at: number | null;
}

export function readRenewal(statements: Statements, key: string): RenewalRow | null {
  return statements.get<RenewalRow>('select * from renewals where conversation_key = ?', key);
}
