import type { Query } from '../../../../conductor/src/engine/query.ts';
import {
  bindingOfSession,
  bindingsOfChat,
} from '../../../../conductor/src/features/heart/lineage/bindings/tables.sqlite.ts';
import { jobsEndedBy } from '../../../../conductor/src/features/heart/deliveries/tables.sqlite.ts';
import { rulesOfAgent } from '../../../../conductor/src/features/heart/policy/tables.sqlite.ts';
import type { RowList } from '../../../../conductor/src/stores/sqlite/row-list.ts';
import { conversationKey } from '../../../../shared/model/conversation-key.ts';

const page = { limit: 50, after: null };
const conversation = conversationKey({ platform: 'chatgpt', remote_conversation_id: 'a' });
const at = { now: 1, except: [], limit: 64 };

/**
 * Why an index is there:
 * - a query, or a row list, that goes by it;
 * - `rule`: no two rows may have the same;
 * - `parent`: when a row of the table that its first column names goes or changes its key, it finds what hangs on that;
 * - `age`: what is kept for a while only is found by it.
 */
export type IndexUse = Query | Pick<RowList, 'read'> | 'rule' | 'parent' | 'age';

export const INDEX_USES: Readonly<Record<string, IndexUse>> = {
  agent_messages_in_order: { query: 'agentTree', conversationKey: conversation },
  agent_runs_newest: { query: 'shownAgentRuns', page },
  agent_runs_of: 'parent',
  agent_runs_open: { query: 'busyAgentRuns' },
  agent_sessions_newest: { query: 'shownAgentSessions', page },
  agent_sessions_of_call: { query: 'workerOfCall', instructionId: 'i' },
  agent_steps_asking: { query: 'stepAskingBy', jobId: 'j' },
  agent_steps_once: 'rule',
  agent_streams_kept: { query: 'oldAgentStreams', before: 1, limit: 64 },
  agent_streams_open: { query: 'openAgentStreams' },
  approvals_about: { query: 'openInstructions' },
  approvals_by_decision: { query: 'openApprovalCount' },
  approvals_expiring: { query: 'expiredApprovalIds', ...at },
  approvals_of: 'parent',
  artifact_copies_of: { query: 'copiesInNumbers', place: 'p' },
  artifact_copies_oldest: { query: 'copiesToRemove', place: 'p', limit: 20 },
  artifacts_content: { query: 'copiesInNumbers', place: 'p' },
  artifacts_newest: { query: 'shownArtifacts', type: undefined, page },
  artifacts_of: { query: 'artifactsOf', conversationKey: conversation, limit: 9 },
  chat_sessions_of: { query: 'marksOf', conversationKey: conversation },
  chat_sessions_seen: { query: 'lonelySessions', before: 1 },
  clients_token_hash_unique: { query: 'clientByTokenHash', tokenHash: 'h' },
  conversation_aliases_of: 'parent',
  conversations_by_mode: { query: 'pausable', limit: 500 },
  conversations_by_parent: { query: 'marksOf', conversationKey: conversation },
  conversations_by_platform: { query: 'listedConversations', platform: 'claude', page },
  conversations_local_id: { query: 'conversationKey', id: 'local-a' },
  conversations_recent: { query: 'listedConversations', page },
  delivery_jobs_by_status: { query: 'unsentJobs' },
  delivery_jobs_dedupe: { query: 'jobByDedupeKey', dedupeKey: 'd' },
  delivery_jobs_due: { query: 'overdue', ...at },
  delivery_jobs_ended_by: jobsEndedBy,
  delivery_jobs_in_flight: { query: 'heldJobIds', clientId: 'c' },
  delivery_jobs_newest: { query: 'begunSince', since: 1 },
  delivery_jobs_of: 'parent',
  delivery_jobs_open: { query: 'openDeliveryCount' },
  delivery_jobs_queue: { query: 'openWork', jobId: 'j' },
  events_about: { query: 'begunSince', since: 1 },
  events_of: {
    query: 'eventsAfter',
    conversationKey: conversation,
    types: [],
    after: 0,
    limit: 200,
  },
  face_sessions_token_hash_unique: 'rule',
  foreign_words_by_age: 'age',
  idempotency_keys_by_age: 'age',
  instructions_newest: { query: 'pastActions', limit: 500 },
  instructions_of: { query: 'openWork', jobId: 'j' },
  instructions_once: 'rule',
  instructions_open: { query: 'drained', except: [], limit: 64 },
  instructions_unfinished: { query: 'runningInstructions' },
  memory_items_once: 'rule',
  memory_items_shown: { query: 'memoryNow', conversationKey: conversation },
  message_anchors_in_order: { query: 'pausedPlaces', limit: 15 },
  message_anchors_once: { query: 'newestReply', jobId: 'j' },
  model_bindings_by_chat: bindingsOfChat,
  model_bindings_of_chat: 'rule',
  model_bindings_of_session: bindingOfSession,
  policy_rules_of: { query: 'rulesIn', conversationKey: null },
  policy_rules_of_agent: rulesOfAgent,
  renewals_due: { query: 'dueRenewals', ...at },
  resource_calls_due: { query: 'overdueCallIds', now: 1, limit: 100 },
  resource_calls_newest: { query: 'shownCalls', page },
  resource_calls_of: 'parent',
  resource_calls_open: { query: 'unfinishedCalls', chatSessionId: null },
  resource_tabs_resource_id_unique: { query: 'standingsOf', executorId: null },
  resources_once: 'rule',
  resources_open: { query: 'openResources', chatSessionId: null },
  run_calls_of: 'parent',
  run_calls_once: { query: 'runCalls', workerId: 'w' },
  run_evidence_by: 'parent',
  run_evidence_for: 'parent',
  run_evidence_of: 'parent',
  run_inputs_as: 'parent',
  run_inputs_by: 'parent',
  run_inputs_of: { query: 'runUnsent', runId: 'r' },
  run_tasks_by: 'parent',
  run_tasks_of: { query: 'runs', page },
  run_tasks_reviewed_by: 'parent',
  run_workers_at: { query: 'runWorkerAt', conversationKey: conversation },
  run_workers_of: { query: 'runs', page },
  runs_newest: { query: 'runs', page },
  runs_open: { query: 'openRuns' },
  schedules_due: { query: 'dueSchedules', ...at },
  schedules_of: 'parent',
  searchable_of: 'parent',
  searchable_once: 'rule',
  site_grants_of: { query: 'siteGrants', executorId: 'e' },
  user_turns_in_order: 'parent',
  user_turns_once: 'rule',
};
