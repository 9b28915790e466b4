import * as z from 'zod';

import { agentId } from '../../../../../shared/api/agent-fields.ts';
import { err, ok, type Result } from '../../../../../shared/lib/result.ts';
import type { CodedError } from '../../../../../shared/model/error-codes.ts';
import type { JsonObject } from '../../../baa/json-value.ts';
import type { Reader } from '../../../engine/query.ts';
import type { Clock, IdSource, Store } from '../../../engine/runtime.ts';
import {
  defineTool,
  failed,
  jsonResult,
  type Tool,
  type ToolContext,
} from '../../heart/actions/feature.ts';
import type { ConversationPort } from '../../heart/deliveries/feature.ts';
import type { AgentDefinition } from './agent-definition.ts';
import type { AgentRegistry } from './agent-registry.ts';
import type { AgentSession } from './rows.ts';
import { openWorker } from './steps/open-worker.ts';
import { taskPrompt } from './task-prompt.ts';
import { SUB_AGENT } from './tool-packs.ts';
import { answerReader, unfitAnswer } from './worker-answer.ts';
import { WORKER_RESULT } from './worker-result.ts';
import * as actions from '../../heart/actions/queries.ts';
import * as agents from './queries.ts';

/** A worker may wait for a person; a timer of Node ends after 24 days. */
const LONGEST_WAIT_MS = 20 * 86_400_000;

const params = z.strictObject({
  name: agentId.describe('The agent to ask'),
  task: z.string().min(1).max(20_000).describe('All that it needs to know: it has heard nothing'),
  scope: z.string().min(1).max(1_000).describe('What it is about, and no other worker'),
  output_schema: z
    .record(z.string(), z.json())
    .optional()
    .describe('JSON Schema of its answer; a summary with evidence without it'),
  stop_condition: z.string().min(1).max(1_000).optional(),
  allowed_tools: z
    .array(z.string().min(1).max(300))
    .max(50)
    .optional()
    .describe('Patterns of target::tool that it is to keep to'),
  budget: z
    .strictObject({
      max_steps: z.int().min(1).max(1_000).optional(),
      max_tool_calls: z.int().min(0).max(10_000).optional(),
      max_tokens: z.int().min(1_000).max(100_000_000).optional(),
    })
    .optional(),
});

type Asked = z.output<typeof params>;

export interface SubAgentDeps {
  readonly store: Store;
  readonly read: Reader;
  readonly registry: AgentRegistry;
  readonly port: ConversationPort;
  /** The first model that can serve a worker, of those that it names and those that its asker has. */
  readonly modelOf: (
    worker: AgentDefinition,
    asker: AgentSession,
  ) => Promise<Result<string, CodedError>>;
  readonly maxDepth: () => number;
  readonly finalTimeoutMs: number;
  readonly now: Clock;
  readonly newId: IdSource;
}

/** The tool by which an agent has another one do a part of its task, in a conversation of that one's own. */
export function subAgentTool(deps: SubAgentDeps): Tool {
  const { store, read, registry, port, modelOf, maxDepth, now, newId } = deps;

  async function open(
    asked: Asked,
    worker: AgentDefinition,
    { conversationKey, instructionId }: ToolContext,
  ): Promise<Result<string, CodedError>> {
    const {
      reply,
      asker,
      worker: known,
    } = await read.snapshot({
      reply: actions.replyWith({ instructionId }),
      asker: agents.agentSessionOf({ conversationKey }),
      worker: agents.workerOfCall({ instructionId }),
    });
    // After a crash it works on, whatever could serve it now.
    if (known !== null) return ok(known);
    if (reply === null || asker === null)
      return err({ code: 'not_found', text: 'The run that asks for it is gone.' });
    const model = await modelOf(worker, asker);
    if (!model.ok) return model;
    const { anchorId } = reply.anchor;
    const opened = await store.run(openWorker, {
      instructionId,
      runId: anchorId.slice(0, anchorId.lastIndexOf('.')),
      localConversationId: newId(),
      definition: worker,
      modelRef: model.value,
      runMode: asker.runMode,
      title: asked.scope.slice(0, 200),
      finalTimeoutMs: deps.finalTimeoutMs,
      now: now(),
    });
    return opened.ok ? ok(opened.session) : err(opened.error);
  }

  /** The same turn again is one: after a crash the call runs again, and waits on. */
  async function say(
    to: string,
    text: string,
    which: 'task' | 'again',
    { conversationKey: from, instructionId, chain, signal }: ToolContext,
  ): Promise<Result<string, CodedError>> {
    const dedupeKey = `${SUB_AGENT}:${instructionId}:${which}`;
    const sent = await port.send({ from, chain, to, text, dedupeKey });
    if (!sent.ok) return sent;
    const reply = await port.waitForFinal(sent.value.jobId, signal);
    return reply.ok ? ok(reply.value.text) : reply;
  }

  return defineTool({
    id: SUB_AGENT,
    params,
    risk: 'low',
    idempotent: true,
    agentsOnly: true,
    waits: true,
    cost: 'slow',
    timeLimitMs: LONGEST_WAIT_MS,
    help: 'Has another agent do a part of the task, and gives back what it found.',
    async run(asked, context) {
      if (context.chain.length > maxDepth())
        return failed(
          'cycle_detected',
          `${context.chain.length} conversations ask one another already; at most ${maxDepth()} may. Do it yourself.`,
        );
      const registered = await registry.find(asked.name);
      if (registered?.definition.kind !== 'worker')
        return failed('agent_unknown', await noWorker(registry, asked.name));
      const worker = narrowed(registered.definition, asked);
      const reader = answerReader(worker.outputSchema ?? WORKER_RESULT);
      if (!reader.ok) return failed('invalid_params', `params.output_schema: ${reader.error}`);
      const session = await open(asked, worker, context);
      if (!session.ok) return failed(session.error.code, session.error.text);

      const first = await say(session.value, promptFor(asked, worker), 'task', context);
      if (!first.ok) return failed(first.error.code, first.error.text);
      const answer = reader.value(first.value);
      if (answer.ok) return jsonResult(answer.value);
      const told = `Your answer does not fit the JSON Schema: ${answer.error} Answer again, with the JSON object alone.`;
      const second = await say(session.value, told, 'again', context);
      if (!second.ok) return jsonResult(unfitAnswer(first.value, answer.error));
      const better = reader.value(second.value);
      return jsonResult(better.ok ? better.value : unfitAnswer(second.value, better.error));
    },
  });
}

/** The agent as it works on that task: no tool and no budget beyond what it has. */
function narrowed(worker: AgentDefinition, asked: Asked): AgentDefinition {
  const { limits } = worker;
  const { budget, allowed_tools: allowedTools, output_schema: outputSchema } = asked;
  return {
    ...worker,
    ...(allowedTools !== undefined && { allowedTools }),
    outputSchema: (outputSchema as JsonObject | undefined) ?? worker.outputSchema,
    limits: {
      ...limits,
      steps: Math.min(limits.steps, budget?.max_steps ?? limits.steps),
      toolCalls: Math.min(limits.toolCalls, budget?.max_tool_calls ?? limits.toolCalls),
      tokens: Math.min(limits.tokens, budget?.max_tokens ?? limits.tokens),
    },
  };
}

function promptFor({ task, scope, stop_condition, allowed_tools }: Asked, worker: AgentDefinition) {
  return taskPrompt({
    task,
    scope,
    stopCondition: stop_condition ?? null,
    allowedTools: allowed_tools ?? null,
    budget: worker.limits,
    outputSchema: worker.outputSchema ?? WORKER_RESULT,
  });
}

async function noWorker(registry: AgentRegistry, name: string): Promise<string> {
  const workers = (await registry.all()).filter(({ definition }) => definition.kind === 'worker');
  const names = workers.map(({ definition }) => definition.agentId);
  return `There is no worker ${name}; there are ${names.join(', ')}.`;
}
