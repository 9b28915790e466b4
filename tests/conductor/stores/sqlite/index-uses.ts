import type { Query } from '../../../../conductor/src/engine/query.ts';
import {
  bindingOfSession,
  bindingsOfChat,
} from '../../../../conductor/src/features/heart/lineage/bindings/tables.sqlite.ts';
import { jobsEndedBy } from '../../../../conductor/src/features/heart/deliveries/tables.sqlite.ts';
import { rulesOfAgent } from '../../../../conductor/src/features/heart/policy/tables.sqlite.ts';
import type { RowList } from '../../../../conductor/src/stores/sqlite/row-list.ts';
import { conversationKey } from '../../../../shared/model/conversation-key.ts';
import * as agents from '../../../../conductor/src/features/minds/agents/queries.ts';
import * as actions from '../../../../conductor/src/features/heart/actions/queries.ts';
import * as overview from '../../../../conductor/src/features/desk/overview/queries.ts';
import * as approvals from '../../../../conductor/src/features/heart/actions/approvals/queries.ts';
import * as artifacts from '../../../../conductor/src/features/heart/artifacts/queries.ts';
import * as sessions from '../../../../conductor/src/features/heart/lineage/sessions/queries.ts';
import * as browsers from '../../../../conductor/src/features/ground/browsers/queries.ts';
import * as conversations from '../../../../conductor/src/features/heart/conversations/queries.ts';
import * as browserAsks from '../../../../conductor/src/features/ground/browsers/asks.ts';
import * as deliveries from '../../../../conductor/src/features/heart/deliveries/queries.ts';
import * as numbers from '../../../../conductor/src/features/desk/overview/numbers/queries.ts';
import * as trail from '../../../../conductor/src/features/desk/trail/queries.ts';
import * as reviews from '../../../../conductor/src/features/heart/actions/reviews/queries.ts';
import * as memory from '../../../../conductor/src/features/minds/agents/memory/queries.ts';
import * as policy from '../../../../conductor/src/features/heart/policy/queries.ts';
import * as renewals from '../../../../conductor/src/features/heart/replies/renewals/queries.ts';
import * as resources from '../../../../conductor/src/features/hands/resources/queries.ts';
import * as runs from '../../../../conductor/src/features/teams/runs/queries.ts';
import * as schedules from '../../../../conductor/src/features/minds/agents/schedules/queries.ts';

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
  agent_messages_in_order: agents.agentTree({ conversationKey: conversation }),
  agent_runs_newest: agents.shownAgentRuns({ page }),
  agent_runs_of: 'parent',
  agent_runs_open: agents.busyAgentRuns(),
  agent_sessions_newest: agents.shownAgentSessions({ page }),
  agent_sessions_of_call: agents.workerOfCall({ instructionId: 'i' }),
  agent_steps_asking: agents.stepAskingBy({ jobId: 'j' }),
  agent_steps_once: 'rule',
  agent_streams_kept: agents.oldAgentStreams({ before: 1, limit: 64 }),
  agent_streams_open: agents.openAgentStreams(),
  approvals_about: actions.openInstructions(),
  approvals_by_decision: overview.openApprovalCount(),
  approvals_expiring: approvals.expiredApprovalIds({ ...at }),
  approvals_of: 'parent',
  artifact_copies_of: artifacts.copiesInNumbers({ place: 'p' }),
  artifact_copies_oldest: artifacts.copiesToRemove({ place: 'p', limit: 20 }),
  artifacts_content: artifacts.copiesInNumbers({ place: 'p' }),
  artifacts_newest: artifacts.shownArtifacts({ type: undefined, page }),
  artifacts_of: artifacts.artifactsOf({ conversationKey: conversation, limit: 9 }),
  chat_sessions_of: sessions.marksOf({ conversationKey: conversation }),
  chat_sessions_seen: sessions.lonelySessions({ before: 1 }),
  clients_token_hash_unique: browsers.clientByTokenHash({ tokenHash: 'h' }),
  conversation_aliases_of: 'parent',
  conversations_by_mode: conversations.pausable({ limit: 500 }),
  conversations_by_parent: sessions.marksOf({ conversationKey: conversation }),
  conversations_by_platform: conversations.listedConversations({ platform: 'claude', page }),
  conversations_local_id: conversations.conversationKey({ id: 'local-a' }),
  conversations_recent: conversations.listedConversations({ page }),
  delivery_jobs_by_status: deliveries.unsentJobs(),
  delivery_jobs_dedupe: deliveries.jobByDedupeKey({ dedupeKey: 'd' }),
  delivery_jobs_due: deliveries.overdue({ ...at }),
  delivery_jobs_ended_by: jobsEndedBy,
  delivery_jobs_in_flight: browserAsks.heldJobIds({ clientId: 'c' }),
  delivery_jobs_newest: overview.begunSince({ since: 1 }),
  delivery_jobs_of: 'parent',
  delivery_jobs_open: numbers.openDeliveryCount(),
  delivery_jobs_queue: deliveries.openWork({ jobId: 'j' }),
  events_about: overview.begunSince({ since: 1 }),
  events_of: trail.eventsAfter({
    conversationKey: conversation,
    types: [],
    after: 0,
    limit: 200,
  }),
  face_sessions_token_hash_unique: 'rule',
  foreign_words_by_age: 'age',
  idempotency_keys_by_age: 'age',
  instructions_newest: reviews.pastActions({ limit: 500 }),
  instructions_of: deliveries.openWork({ jobId: 'j' }),
  instructions_once: 'rule',
  instructions_open: conversations.drained({ except: [], limit: 64 }),
  instructions_unfinished: actions.runningInstructions(),
  memory_items_once: 'rule',
  memory_items_shown: memory.memoryNow({ conversationKey: conversation }),
  message_anchors_in_order: overview.pausedPlaces({ limit: 15 }),
  message_anchors_once: deliveries.newestReply({ jobId: 'j' }),
  model_bindings_by_chat: bindingsOfChat,
  model_bindings_of_chat: 'rule',
  model_bindings_of_session: bindingOfSession,
  policy_rules_of: policy.rulesIn({ conversationKey: null }),
  policy_rules_of_agent: rulesOfAgent,
  renewals_due: renewals.dueRenewals({ ...at }),
  resource_calls_due: resources.overdueCallIds({ now: 1, limit: 100 }),
  resource_calls_newest: resources.shownCalls({ page }),
  resource_calls_of: 'parent',
  resource_calls_open: resources.unfinishedCalls({ chatSessionId: null }),
  resource_tabs_resource_id_unique: resources.standingsOf({ executorId: null }),
  resources_once: 'rule',
  resources_open: resources.openResources({ chatSessionId: null }),
  run_calls_of: 'parent',
  run_calls_once: runs.runCalls({ workerId: 'w' }),
  run_evidence_by: 'parent',
  run_evidence_for: 'parent',
  run_evidence_of: 'parent',
  run_inputs_as: 'parent',
  run_inputs_by: 'parent',
  run_inputs_of: runs.runUnsent({ runId: 'r' }),
  run_tasks_by: 'parent',
  run_tasks_of: runs.runs({ page }),
  run_tasks_reviewed_by: 'parent',
  run_workers_at: runs.runWorkerAt({ conversationKey: conversation }),
  run_workers_of: runs.runs({ page }),
  runs_newest: runs.runs({ page }),
  runs_open: runs.openRuns(),
  schedules_due: schedules.dueSchedules({ ...at }),
  schedules_of: 'parent',
  searchable_of: 'parent',
  searchable_once: 'rule',
  site_grants_of: resources.siteGrants({ executorId: 'e' }),
  user_turns_in_order: 'parent',
  user_turns_once: 'rule',
};
