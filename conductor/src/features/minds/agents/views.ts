import type { ResponseOf } from '../../../../../shared/api/operations.ts';
import { conversationRef } from '../../../../../shared/model/conversation-key.ts';
import type { DeliveryJob } from '../../heart/deliveries/feature.ts';
import { workLimit } from './agent-definition.ts';
import type { RegisteredAgent } from './agent-registry.ts';
import type { AgentRunState, ShownAgentRun, ShownAgentSession } from './queries.ts';
import type { AgentMessage, AgentSession } from './rows.ts';

export type AgentView = ResponseOf<'getAgent'>;
export type AgentSessionView = ResponseOf<'getAgentSession'>;
export type AgentRunView = ResponseOf<'getAgentRun'>;

export function agentView({ definition, source, revision }: RegisteredAgent): AgentView {
  const { agentId, kind, description, models, toolPacks, tools, instructions } = definition;
  const { compression, limits } = definition;
  const { steps, toolCalls, workers, tokens } = limits;
  return {
    agent_id: agentId,
    kind,
    description,
    models: [...models],
    tool_pack_keys: [...toolPacks],
    tools: [...tools],
    instructions,
    output_schema: definition.outputSchema as AgentView['output_schema'],
    limits: {
      steps,
      tool_calls: toolCalls,
      workers,
      tokens,
      work_ms: workLimit(definition, null),
    },
    compression: compression ? { keep: compression.keep, min_chars: compression.minChars } : null,
    source,
    revision,
  };
}

export function agentSessionView({ session, conversation }: ShownAgentSession): AgentSessionView {
  const { mode } = conversation;
  return {
    session_id: conversation.localConversationId,
    agent_id: session.agentId,
    model: session.modelRef,
    title: conversation.customTitle ?? conversation.title ?? session.agentId,
    mode: mode === 'draining' ? 'auto' : mode,
    run_mode: session.runMode,
    tokens: { input: session.tokensIn, output: session.tokensOut },
    created_at: session.createdAt,
    updated_at: session.updatedAt,
  };
}

export function agentRunSummary({
  run,
  agentId,
  localConversationId,
}: ShownAgentRun): ResponseOf<'listAgentRuns'>['items'][number] {
  const { errorCode, errorText } = run;
  return {
    run_id: run.runId,
    session_id: localConversationId,
    agent_id: agentId,
    status: run.status,
    stop_reason: run.stopReason,
    error: errorCode === null ? null : { code: errorCode, text: errorText ?? '' },
    steps_used: run.stepsUsed,
    calls_used: run.callsUsed,
    tokens: { input: run.tokensIn, output: run.tokensOut },
    work_ms: run.workMs,
    due_at: run.dueAt,
    created_at: run.startedAt,
    finished_at: run.finishedAt,
  };
}

/** @param siblings Ids of what stands in its place, itself among them. */
export function messageView(
  { messageId: id, role, runId, createdAt }: AgentMessage,
  parts: AgentMessage['parts'],
  siblings: readonly string[],
): ResponseOf<'listAgentMessages'>['items'][number] {
  const metadata = { runId, createdAt, siblings: [...siblings] };
  return { id, role, metadata, parts: parts.map((part) => ({ ...part })) };
}

/** Lists the approvals that a person has to decide on, at any depth. */
function openIn({ approvals, workers }: AgentRunState): string[] {
  return [
    ...approvals.filter(({ decision }) => decision === 'open').map(({ approvalId }) => approvalId),
    ...workers.flatMap(openIn),
  ];
}

/** A turn whose run has not begun. */
export function queuedRunView(
  { jobId, conversationKey, createdAt }: DeliveryJob,
  { agentId }: AgentSession,
): AgentRunView {
  return {
    run_id: jobId,
    session_id: conversationRef(conversationKey).remote_conversation_id,
    agent_id: agentId,
    status: 'queued',
    stop_reason: null,
    error: null,
    steps_used: 0,
    calls_used: 0,
    tokens: { input: 0, output: 0 },
    work_ms: 0,
    due_at: null,
    created_at: createdAt,
    finished_at: null,
    reply: null,
    complete: null,
    approvals: [],
    steps: [],
  };
}

export function agentRunView(state: AgentRunState): AgentRunView {
  const { run, session, conversation, job, steps, instructions } = state;
  const { localConversationId } = conversation;
  // A person wants it to go on.
  const isQueued = job.status === 'pending';
  return {
    ...agentRunSummary({ run, agentId: session.agentId, localConversationId }),
    ...(isQueued && { status: 'queued' }),
    reply: run.status === 'succeeded' ? (steps.at(-1)?.text ?? '') : null,
    complete: run.status === 'succeeded' ? (steps.at(-1)?.complete ?? null) : null,
    approvals: openIn(state),
    steps: steps.map((step) => ({
      step_id: step.stepId,
      status: step.status,
      model: step.modelRef,
      attempt: step.attempt,
      text: step.text,
      calls: instructions
        .filter(({ anchorId }) => anchorId === step.stepId)
        .map(({ instructionId, position, status, errorCode }) => ({
          instruction_id: instructionId,
          name: step.calls[position]?.name ?? '',
          status,
          error: errorCode,
        })),
      tokens: { input: step.tokensIn, output: step.tokensOut },
      started_at: step.startedAt,
      finished_at: step.finishedAt,
    })),
  };
}
