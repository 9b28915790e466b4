import type { OperationId } from '../../shared/api/operations.ts';
import type { AuditEventView } from '../api/live.ts';

/** Topics of the events that touch a question, as their types begin. */
const TOPICS: { readonly [Id in OperationId]?: readonly string[] } = {
  getOverview: ['approval', 'conversation', 'delivery_job', 'client', 'account', 'instruction'],
  getStatus: ['approval', 'conversation', 'delivery_job', 'client', 'account', 'store'],
  listConversations: ['conversation', 'delivery_job', 'approval', 'message_anchor', 'client'],
  getConversation: ['conversation', 'delivery_job', 'approval', 'message_anchor', 'renewal'],
  // What is said to a run of an agent is told as an event of the run.
  listMessages: ['message_anchor', 'user_turn', 'delivery_job', 'instruction', 'agent_run'],
  listApprovals: ['approval', 'instruction'],
  getApproval: ['approval', 'instruction'],
  listInstructions: ['instruction'],
  getInstruction: ['instruction', 'artifact'],
  listJobs: ['delivery_job'],
  getJob: ['delivery_job'],
  listArtifacts: ['artifact', 'instruction'],
  getArtifact: ['artifact'],
  listPolicyRules: ['policy_rule'],
  countRuleFits: ['policy_rule', 'setting', 'instruction'],
  countToolRuns: ['instruction'],
  listTools: ['policy_rule', 'setting', 'tool'],
  explainInstruction: ['policy_rule', 'setting', 'instruction', 'tool'],
  getApprovalPreview: ['approval', 'instruction'],
  previewRule: ['policy_rule', 'setting', 'instruction'],
  listClients: ['client'],
  listRuntimes: ['client', 'conversation'],
  listPlatforms: ['client', 'delivery_job', 'setting'],
  listSessions: ['session', 'taint', 'resource', 'call'],
  listResources: ['resource', 'session', 'call'],
  getResource: ['resource', 'session', 'call'],
  listCalls: ['call', 'resource'],
  listGrants: ['grant'],
  getSettings: ['setting'],
  listAgents: ['agent'],
  listAgentRuns: ['agent_run'],
  listAgentMessages: ['agent_run', 'agent_session', 'user_turn', 'message_anchor'],
  getAgentSession: ['agent_run'],
  listAgentSessions: ['agent_session', 'agent_run', 'conversation'],
  listModelBindings: ['model_binding'],
  listSchedules: ['schedule', 'agent_run'],
  listTeams: ['run_team'],
  listTemplates: ['run_template', 'agent'],
  getTemplate: ['run_template'],
  listRuns: ['run', 'run_task', 'approval'],
  // How its workers stand is seen in their chats.
  getRun: [
    'run',
    'run_task',
    'run_worker',
    'run_input',
    'run_report',
    'run_evidence',
    'approval',
    'conversation',
    'delivery_job',
    'instruction',
  ],
  listRunCalls: ['instruction', 'approval', 'run_worker'],
  exportRunReport: ['run', 'run_task', 'run_worker', 'run_report', 'run_evidence'],
};

/** Questions about the browsers' present state: no event of the trail says that it changed. */
export const OF_PRESENCE: readonly OperationId[] = [
  'listClients',
  'listRuntimes',
  'listPlatforms',
  'listModels',
  'listTemplates',
];

/** Questions about one conversation alone, by where they name it. */
const OF_CONVERSATION: readonly OperationId[] = [
  'getConversation',
  'listMessages',
  'listAgentMessages',
];

/** Is this question about what the workers of that run do at the moment? */
export function isOfRun(
  id: OperationId,
  { params }: { readonly params?: Readonly<Record<string, unknown>> },
  runId: string,
): boolean {
  return id === 'getRun' && params?.['id'] === runId;
}

/** Does an event make this question's answer an old one? */
export function isTouched(
  id: OperationId,
  request: {
    readonly params?: Readonly<Record<string, unknown>>;
    readonly query?: Readonly<Record<string, unknown>>;
  },
  { type, subject_id, local_conversation_id, detail }: AuditEventView,
): boolean {
  if (type === 'store.restored' || type === 'conversation.imported') return true;
  // The trail of one thing grows with what happens to it; the whole trail is followed by who shows it.
  if (id === 'listEvents') {
    const run = request.query?.['run'];
    const isOfRun = run !== undefined && (run === subject_id || run === detail['run']);
    return isOfRun || request.query?.['subject'] === subject_id;
  }
  const [topic = ''] = type.split('.');
  if (TOPICS[id]?.includes(topic) !== true) return false;
  const asked = OF_CONVERSATION.includes(id)
    ? request.params?.['id']
    : request.query?.['conversation'];
  if (typeof asked !== 'string') return true;
  return asked === local_conversation_id || asked === subject_id || local_conversation_id === null;
}
