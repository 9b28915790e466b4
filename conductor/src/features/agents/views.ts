import type { ResponseOf } from '../../../../shared/api/operations.ts';
import type { RegisteredAgent } from './agent-registry.ts';
import type { AgentRunState, ShownAgentRun, ShownAgentSession } from './queries.ts';

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
    limits: { steps, tool_calls: toolCalls, workers, tokens },
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
    due_at: run.dueAt,
    created_at: run.startedAt,
    finished_at: run.finishedAt,
  };
}

export function agentRunView(state: AgentRunState): AgentRunView {
  const { run, session, conversation, steps, instructions } = state;
  const { localConversationId } = conversation;
  return {
    ...agentRunSummary({ run, agentId: session.agentId, localConversationId }),
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
