import type { ApiError } from '../../../../shared/api/operation.ts';
import type { Handlers } from '../../../../shared/api/operations.ts';
import { err, ok, type Result } from '../../../../shared/lib/result.ts';
import { found, unknown } from '../../engine/not-found.ts';
import {
  type PageQuery,
  type PageWish,
  readPageQuery,
  writeCursor,
} from '../../engine/page-cursor.ts';
import type { Clock } from '../../engine/runtime.ts';
import { instructionView } from '../actions/feature.ts';
import { approvalView } from '../approvals/feature.ts';
import { artifactView } from '../artifacts/feature.ts';
import type { Presence } from '../browsers/feature.ts';
import { conversationView, messageView } from '../conversations/feature.ts';
import { jobView } from '../deliveries/feature.ts';
import { policyRuleView } from '../policy/feature.ts';
import { eventView } from '../service/feature.ts';
import type { Reads } from '../../engine/reads.ts';
import type { Lookups } from './reads.ts';

export type ReadHandlers = Pick<
  Handlers,
  | 'getStatus'
  | 'listConversations'
  | 'getConversation'
  | 'listMessages'
  | 'search'
  | 'listJobs'
  | 'getJob'
  | 'listInstructions'
  | 'getInstruction'
  | 'listApprovals'
  | 'getApproval'
  | 'listPolicyRules'
  | 'listArtifacts'
  | 'getArtifact'
  | 'listClients'
  | 'listEvents'
>;

export interface ReadHandlerDeps {
  readonly read: Reads;
  readonly reads: Lookups;
  readonly presence: Presence;
  readonly now: Clock;
  readonly version: string;
  readonly startedAt: number;
  readonly readOnly: boolean;
}

/** All that only looks. */
export function createReadHandlers(deps: ReadHandlerDeps): ReadHandlers {
  const { read, reads, presence, now, version, startedAt, readOnly } = deps;

  const clients = () =>
    read.listClients().map((row) => ({
      client_id: row.client_id,
      browser: { name: row.browser_name, version: row.browser_version },
      origin: row.origin,
      connected: presence.isLive(row.client_id),
      extension_version: presence.extensionVersion(row.client_id),
      conversations: presence.served(row.client_id),
      outbox: row.outbox,
      created_at: row.created_at,
      last_seen_at: row.last_seen_at,
    }));

  /** A list within a conversation, or over all; `list` gets the key. */
  async function pageOf<Row, View>(
    query: PageQuery & { readonly conversation?: string | undefined },
    list: (
      conversationKey: string | undefined,
      page: PageWish,
    ) => { readonly items: readonly Row[]; readonly next: readonly [number, string] | null },
    view: (row: Row) => View,
  ): Promise<Result<{ items: View[]; next_cursor: string | null }, ApiError>> {
    const page = readPageQuery(query);
    if (!page.ok) return page;
    const key = within(query.conversation);
    if (!key.ok) return key;
    const { items, next } = list(key.value, page.value);
    return ok({ items: items.map(view), next_cursor: writeCursor(next) });
  }

  function within(conversation: string | undefined): Result<string | undefined, ApiError> {
    if (conversation === undefined) return ok(undefined);
    const key = read.conversationKeyOf(conversation);
    return key === null
      ? err(unknown('conversation', conversation, 'query.conversation'))
      : ok(key);
  }

  return {
    async getStatus() {
      const counts = read.readCounts(now());
      return ok({
        version,
        started_at: startedAt,
        database: {
          bytes: read.databaseBytes(),
          schema: read.schemaVersion(),
          read_only: readOnly,
        },
        conversations: { auto: 0, manual: 0, paused: 0, draining: 0, ...counts.conversations },
        jobs: counts.jobs,
        open_approvals: counts.openApprovals,
        clients: clients(),
        parked: [...counts.parked],
      });
    },
    listConversations: async ({ query: { platform, mode, label, title, ...query } }) =>
      pageOf(
        query,
        (_key, page) => read.listConversations({ platform, mode, label, title }, page),
        (row) => conversationView(row, presence),
      ),
    getConversation: async ({ params: { id } }) =>
      found(reads.conversation(id), 'conversation', id),
    listMessages: async ({ params: { id }, query }) => {
      const key = read.conversationKeyOf(id);
      if (key === null) return err(unknown('conversation', id, 'params.id'));
      return pageOf(query, (_key, page) => read.listMessages(key, page), messageView);
    },
    search: async ({ query: { q, platform, ...query } }) =>
      pageOf(
        query,
        (conversationKey, page) =>
          read.searchMessages({ words: q, platform, conversationKey }, page),
        (row) => ({
          local_conversation_id: row.local_conversation_id,
          platform: row.platform,
          title: row.title,
          message_id: row.message_id,
          role: row.kind,
          excerpt: row.excerpt,
          observed_at: row.at,
        }),
      ),
    listJobs: async ({ query: { status, ...query } }) =>
      pageOf(
        query,
        (conversationKey, page) => read.listJobs({ conversationKey, status }, page),
        jobView,
      ),
    getJob: async ({ params: { id } }) => found(reads.job(id), 'job', id),
    listInstructions: async ({ query: { status, ...query } }) =>
      pageOf(
        query,
        (conversationKey, page) => read.listInstructions({ conversationKey, status }, page),
        instructionView,
      ),
    getInstruction: async ({ params: { id } }) => found(reads.instruction(id), 'instruction', id),
    listApprovals: async ({ query: { decision, ...query } }) =>
      pageOf(
        query,
        (conversationKey, page) => read.listApprovals({ conversationKey, decision }, page),
        approvalView,
      ),
    getApproval: async ({ params: { id } }) => found(reads.approval(id), 'approval', id),
    async listPolicyRules({ query: { conversation } }) {
      const key = within(conversation);
      if (!key.ok) return key;
      return ok({ items: read.listPolicyRules(key.value).map(policyRuleView) });
    },
    listArtifacts: async ({ query }) =>
      pageOf(query, (key, page) => read.listArtifacts(key, page), artifactView),
    getArtifact: async ({ params: { id } }) => found(reads.artifact(id), 'artifact', id),
    listClients: async () => ok({ items: clients() }),
    listEvents: async ({ query: { type, ...query } }) =>
      pageOf(
        query,
        (conversationKey, page) =>
          read.listEvents({ conversationKey, types: type?.split(',') ?? [] }, page),
        eventView,
      ),
  };
}
