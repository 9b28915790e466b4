import type { ConversationKey } from '../../../../shared/model/conversation-key.ts';
import { type Page, type PageWish, readPage } from '../../stores/sqlite/page.ts';
import type { Statements } from '../../stores/sqlite/statements.ts';
import type { ConversationMode } from './conversation.machine.ts';

export interface ConversationRow {
  readonly key_at: number;
  readonly key_id: string;
  readonly conversation_key: string;
  readonly local_conversation_id: string;
  readonly platform: string;
  readonly remote_conversation_id: string;
  readonly mode: ConversationMode;
  readonly pause_reason: string | null;
  readonly title: string | null;
  /** JSON list. */
  readonly labels: string;
  readonly latest_assistant_message_id: string | null;
  readonly latest_observed_at: number | null;
  readonly latest_user_turn_at: number | null;
  readonly stale_anchors: 'rebase' | 'ask';
  readonly final_timeout_ms: number;
  readonly account_key: string;
  readonly open_jobs: number;
  readonly open_approvals: number;
  readonly created_at: number;
  readonly updated_at: number;
}

const COLUMNS = `c.conversation_key, c.local_conversation_id, c.platform, c.remote_conversation_id, c.mode, c.pause_reason,
  coalesce(c.custom_title, c.title) as title, c.latest_assistant_message_id, c.latest_observed_at, c.latest_user_turn_at,
  c.stale_anchors, c.final_timeout_ms, c.account_key, c.created_at, c.updated_at,
  (select json_group_array(label) from conversation_labels l where l.conversation_key = c.conversation_key) as labels,
  (select count(*) from delivery_jobs j
    where j.conversation_key = c.conversation_key and j.status not in ('finalized', 'failed')) as open_jobs,
  (select count(*) from approvals a
    where a.conversation_key = c.conversation_key and a.decision = 'open') as open_approvals
  from conversations c`;

export interface ConversationFilter {
  readonly platform?: string | undefined;
  readonly mode?: ConversationMode | undefined;
  readonly label?: string | undefined;
  /** It stands somewhere in the title, in capitals or not. */
  readonly title?: string | undefined;
}

export function listConversations(
  statements: Statements,
  { platform, mode, label, title }: ConversationFilter,
  page: PageWish,
): Page<ConversationRow> {
  return readPage<ConversationRow>(
    statements,
    {
      select: COLUMNS,
      where: [
        platform === undefined ? null : ['c.platform = ?', platform],
        mode === undefined ? null : ['c.mode = ?', mode],
        label === undefined
          ? null
          : [
              `exists (select 1 from conversation_labels l where l.conversation_key = c.conversation_key and l.label = ?)`,
              label,
            ],
        title === undefined
          ? null
          : [
              "instr(lower_case(coalesce(c.custom_title, c.title, '')), ?) > 0",
              title.toLowerCase(),
            ],
      ],
      key: ['c.updated_at', 'c.local_conversation_id'],
    },
    page,
  );
}

/** By our own id, by key, or by an earlier key. */
export function conversationKeyOf(statements: Statements, id: string): ConversationKey | null {
  return (
    statements.get<{ key: ConversationKey }>(
      `select conversation_key as key from conversations where local_conversation_id = ?
       union all select conversation_key from conversations where conversation_key = ?
       union all select conversation_key from conversation_aliases where alias_key = ? limit 1`,
      id,
      id,
      id,
    )?.key ?? null
  );
}

export function readConversation(statements: Statements, key: string): ConversationRow | null {
  return statements.get<ConversationRow>(
    `select c.updated_at as key_at, c.local_conversation_id as key_id, ${COLUMNS} where c.conversation_key = ?`,
    key,
  );
}

export function aliasesOf(statements: Statements, key: string): string[] {
  return statements
    .all<{ alias: string }>(
      'select alias_key as alias from conversation_aliases where conversation_key = ? order by created_at',
      key,
    )
    .map((row) => row.alias);
}

/** Those another chat may write to: by words in title or id, the latest touched first. */
export function reachableConversations(
  statements: Statements,
  query: string | null,
  limit: number,
): {
  readonly local_conversation_id: string;
  readonly platform: string;
  readonly title: string | null;
  readonly mode: 'auto' | 'manual';
}[] {
  const like = `%${(query ?? '').replaceAll(/[\\%_]/g, (char) => `\\${char}`)}%`;
  return statements.all(
    `select c.local_conversation_id, c.platform, coalesce(c.custom_title, c.title) as title, c.mode
     from conversations c
     where c.mode in ('auto', 'manual')
       and (coalesce(c.custom_title, c.title, '') like ? escape '\\' or c.local_conversation_id like ? escape '\\')
     order by c.updated_at desc limit ?`,
    like,
    like,
    limit,
  );
}

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
