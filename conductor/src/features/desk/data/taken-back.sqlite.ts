import { existsSync } from 'node:fs';

import Database from 'better-sqlite3';

import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import type { PolicyRule } from '../../heart/policy/feature.ts';
import type { TakenBack } from './taken-back.ts';

const NOTHING: TakenBack = {
  browsers: new Set(),
  rules: new Set(),
  limits: [],
  grants: new Set(),
  modes: new Map(),
};

interface ModeRow {
  readonly key: string;
  readonly mode: 'manual' | 'paused';
}

/** A conversation is born as manual, which nobody has chosen. */
const MODES = `select conversation_key as key, mode from conversations
  where mode = 'paused' or (mode = 'manual' and mode_set_at is not null)`;

type LimitRow = Readonly<
  Omit<PolicyRule, 'conversationKey' | 'paramsPattern' | 'evenIfTainted' | 'version'>
> & {
  readonly conversationKey: string | null;
  readonly params: string | null;
};

const LIMITS = `select rule_id as ruleId, conversation_key as conversationKey, agent_id as agentId,
    tool_pattern as toolPattern, params_pattern_json as params, decision, reason, created_at as createdAt
  from policy_rules where decision <> 'run'`;

function limitOf({ conversationKey, params, ...rule }: LimitRow): PolicyRule {
  return {
    ...rule,
    conversationKey: conversationKey as ConversationKey | null,
    paramsPattern: params === null ? null : (JSON.parse(params) as PolicyRule['paramsPattern']),
    evenIfTainted: false,
    version: 1,
  };
}

/** Reads which rights were taken back from the store that is there now; none if it cannot be read. */
export function takenBackIn(file: string): TakenBack {
  if (!existsSync(file)) return NOTHING;
  let db: Database.Database | undefined;
  try {
    db = new Database(file, { readonly: true, fileMustExist: true });
    const ids = (sql: string) => new Set(rowsOf<{ id: string }>(db, sql).map(({ id }) => id));
    return {
      browsers: ids('select client_id as id from clients where revoked_at is not null'),
      rules: ids(
        `select subject_id as id from events where type = 'policy_rule.removed'
         union select rule_id from policy_rules where decision <> 'run'`,
      ),
      limits: rowsOf<LimitRow>(db, LIMITS).map(limitOf),
      grants: ids('select grant_id as id from site_grants where revoked_at is not null'),
      modes: new Map(rowsOf<ModeRow>(db, MODES).map(({ key, mode }) => [key, mode])),
    };
  } catch {
    // It may be what is wrong with it that the backup is restored for.
    return NOTHING;
  } finally {
    db?.close();
  }
}

/** None where they cannot be read: a store of an earlier version has fewer tables. */
function rowsOf<Row>(db: Database.Database | undefined, sql: string): readonly Row[] {
  try {
    return db?.prepare<[], Row>(sql).all() ?? [];
  } catch {
    return [];
  }
}
