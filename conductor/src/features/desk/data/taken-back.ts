import { existsSync } from 'node:fs';

import Database from 'better-sqlite3';

/** Rights that a person has taken back, as far as a store knows. */
export interface TakenBack {
  /** Browsers that were unpaired. */
  readonly browsers: ReadonlySet<string>;
  /** Rules that let run, and were removed or changed. */
  readonly rules: ReadonlySet<string>;
  /** Sites that chats may not use any more, by their grants. */
  readonly grants: ReadonlySet<string>;
  /** Conversations that act no more, by their keys, and how they are now. */
  readonly modes: ReadonlyMap<string, 'manual' | 'paused'>;
}

const NOTHING: TakenBack = {
  browsers: new Set(),
  rules: new Set(),
  grants: new Set(),
  modes: new Map(),
};

/** What was taken back, as the store says that is there now; nothing where it cannot be read. */
export function takenBackIn(file: string): TakenBack {
  if (!existsSync(file)) return NOTHING;
  let db: Database.Database | undefined;
  try {
    db = new Database(file, { readonly: true, fileMustExist: true });
    const ids = (sql: string): ReadonlySet<string> =>
      new Set(db?.prepare<[], string>(sql).pluck().all());
    const modes = db
      .prepare<[], { key: string; mode: 'manual' | 'paused' }>(
        // A conversation is born as manual, which nobody has chosen.
        `select conversation_key as key, mode from conversations
         where mode = 'paused' or (mode = 'manual' and mode_set_at is not null)`,
      )
      .all();
    return {
      browsers: ids('select client_id from clients where revoked_at is not null'),
      rules: ids(
        `select subject_id from events where type = 'policy_rule.removed'
         union select rule_id from policy_rules where decision <> 'run'`,
      ),
      grants: ids('select grant_id from site_grants where revoked_at is not null'),
      modes: new Map(modes.map(({ key, mode }) => [key, mode])),
    };
  } catch {
    // It may be what is wrong with it that the backup is restored for.
    return NOTHING;
  } finally {
    db?.close();
  }
}
