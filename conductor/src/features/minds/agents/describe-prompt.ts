import type { Reader } from '../../../engine/query.ts';
import type { Manual } from '../../heart/actions/feature.ts';
import type { AgentRegistry } from './agent-registry.ts';
import { knownTools, type KnownTools } from './offered-tools.ts';
import type { AgentRun, AgentSession } from './rows.ts';
import { type PromptSection, systemPrompt } from './system-prompt.ts';
import { SUB_AGENT } from './tool-packs.ts';
import * as agents from './queries.ts';

/** Makes the system prompt of a session from what there is now. */
export interface PromptMaker {
  (
    session: Pick<AgentSession, 'definition' | 'runMode' | 'parentInstructionId'>,
    tools: KnownTools,
    run?: Pick<AgentRun, 'stepsUsed' | 'callsUsed' | 'workersUsed' | 'tokensIn' | 'tokensOut'>,
    askedBy?: readonly string[],
  ): Promise<readonly PromptSection[]>;
}

export function createPromptMaker(registry: AgentRegistry, now: () => number): PromptMaker {
  return async ({ definition, runMode, parentInstructionId }, tools, run, askedBy = []) => {
    const { limits } = definition;
    const asksOthers = tools.offered.some(({ name }) => name === SUB_AGENT);
    const all = asksOthers ? await registry.all() : [];
    return systemPrompt({
      definition,
      tools: tools.offered,
      workers: all
        .map((one) => one.definition)
        .filter(({ kind, agentId }) => kind === 'worker' && agentId !== definition.agentId),
      runMode,
      askedBy,
      isAsked: parentInstructionId !== null,
      left:
        run === undefined
          ? null
          : {
              steps: limits.steps - run.stepsUsed,
              toolCalls: limits.toolCalls - run.callsUsed,
              workers: limits.workers - run.workersUsed,
              tokens: limits.tokens - run.tokensIn - run.tokensOut,
            },
      now: now(),
    });
  };
}

/** Returns the system prompt of a session, or of an agent without a session. Null: there is neither. */
export async function describePrompt(
  deps: {
    readonly read: Reader;
    readonly manual: Manual;
    readonly registry: AgentRegistry;
    readonly prompt: PromptMaker;
  },
  agentId: string,
  sessionId: string | undefined,
): Promise<readonly PromptSection[] | null> {
  const { read, manual, registry, prompt } = deps;
  if (sessionId === undefined) {
    const agent = await registry.find(agentId);
    if (agent === null) return null;
    const { definition } = agent;
    const session = { definition, runMode: 'normal', parentInstructionId: null } as const;
    return prompt(session, await knownTools(manual, null, session));
  }
  const shown = await read.one(agents.agentSession({ localConversationId: sessionId }));
  if (shown === null || shown.session.agentId !== agentId) return null;
  const { session } = shown;
  return prompt(session, await knownTools(manual, session.conversationKey, session));
}
