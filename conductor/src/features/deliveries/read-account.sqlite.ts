import type { Statements } from '../../stores/sqlite/statements.ts';

export interface AccountRow {
  readonly account_key: string;
  readonly platform: string;
  readonly next_send_at: number;
  readonly parked_until: number | null;
  readonly park_reason: string | null;
  /** JSON list of times. */
  readonly recent_sends_json: string;
}

export function readAccount(statements: Statements, accountKey: string): AccountRow | null {
  return statements.get<AccountRow>('select * from accounts where account_key = ?', accountKey);
}
