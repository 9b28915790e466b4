import type { agentsOperations } from '../../../../../shared/api/agents.ts';
import type { ApiError, Caller, Input } from '../../../../../shared/api/operation.ts';
import { err, ok, type Result } from '../../../../../shared/lib/result.ts';
import type { CodedError } from '../../../../../shared/model/error-codes.ts';
import { AGENT_PLATFORM } from '../../../../../shared/model/agent-platform.ts';
import { conversationRef } from '../../../../../shared/model/conversation-key.ts';
import type { Handling, Kit } from '../../../engine/feature.ts';
import { actionsFeature, sourceOf } from '../../heart/actions/feature.ts';
import { artifactsFeature } from '../../heart/artifacts/feature.ts';
import { browsersFeature } from '../../ground/browsers/feature.ts';
import { conversationsFeature } from '../../heart/conversations/feature.ts';
import { deliveriesFeature, stopDelivery } from '../../heart/deliveries/feature.ts';
import { repliesFeature } from '../../heart/replies/feature.ts';
import { settingsFeature } from '../../ground/settings/feature.ts';
import { type AgentChats, createAgentChats } from './agent-chats.ts';
import { createAgentRegistry } from './agent-registry.ts';
import { createAgentRunner } from './agent-runner.ts';
import { createChatModel } from './chat-model.ts';
import { chooseForWorker, createModelChooser } from './choose-model.ts';
import { measuredModels } from './measured-models.ts';
import { createPromptMaker } from './describe-prompt.ts';
import { unknownAgent } from './definition-handlers.ts';
import { createAgentHandlers } from './handlers.ts';
import type { AgentRunState } from './queries.ts';
import { openAgentSession } from './steps/open-agent-session.ts';
import { subAgentTool } from './sub-agent.ts';
import { createWatches } from '../../../engine/watches.ts';
import * as agents from './queries.ts';
import { agentEnded, runAgent, agentStopping } from './effects.ts';
import { agentReplyMoved } from '../../heart/actions/effects.ts';
import { jobChanged } from '../../heart/deliveries/effects.ts';
import {
  conversationDeleted,
  conversationMerged,
  conversationChanged,
} from '../../heart/conversations/effects.ts';
import { on } from '../../../engine/effects.ts';
import { AGENT_FILES, MODELS } from './given.ts';

/** Tells models more about a conversation at each step: data for the place below the person's words. Null: nothing. */
export type ContextSource = (state: AgentRunState) => Promise<string | null>;

type SessionWish = Input<(typeof agentsOperations)['openAgentSession']>['body'];

/** A session with an agent that works for a run. */
export interface WorkerSession {
  readonly localConversationId: string;
  readonly agentId: string;
  /** Patterns of tools that it knows beside its own. */
  readonly tools: readonly string[];
  readonly title: string;
  readonly via: string;
}

export interface AgentsPort {
  /** Operations on agents for the edges. */
  readonly chats: AgentChats;
  /** A run's rows say more than its stream does. */
  readonly retell: (runId: string) => void;
  /** Adds texts of a feature that starts after this one. */
  readonly addContext: (source: ContextSource) => void;
  /** Why no session begins with an agent of that name. Null: one may. */
  readonly agentFault: (agent: string, field: string) => Promise<ApiError | null>;
  /** Ids of all agents that there are. */
  readonly ids: () => Promise<readonly string[]>;
  /** Why no worker of a run can be made of it; null: one can. */
  readonly workerFault: (agentId: string) => Promise<CodedError | null>;
  /** Begins a session that works for a run; one that is there by that id stays as it is. */
  readonly openWorker: (wish: WorkerSession) => Promise<Result<null, CodedError>>;
  /** Begins a session; one that is there by that id stays as it is. */
  readonly openSession: (wish: SessionWish, caller: Caller) => Promise<Result<unknown, ApiError>>;
}

/** Agents: conversations whose assistant is a language model that Baton asks. */
export function startAgents(kit: Kit): Handling<AgentsPort, typeof agentsOperations> {
  const { store, read, now, steadyNow, newId, random, rowSteps, log, given } = kit;
  const { settings: start } = kit;
  const settings = kit.use(settingsFeature);
  const { manual, cancel, tools, runner: ledger, whenFinishing } = kit.use(actionsFeature);
  const { presence } = kit.use(browsersFeature);
  const { lookUp } = kit.use(conversationsFeature);
  const { progress } = kit.use(repliesFeature);
  const artifacts = kit.use(artifactsFeature);
  const models = measuredModels(given(MODELS), kit);
  const contexts: ContextSource[] = [];
  const registry = createAgentRegistry(read, given(AGENT_FILES));
  const chooseModel = createModelChooser({ models, read, presence, settings });
  const prompt = createPromptMaker(registry, now);
  const watches = createWatches();
  const leaving = new AbortController();
  const unwatch = presence.watch(() => watches.allChanged());
  const chats = createChatModel({
    store,
    read,
    presence,
    watches,
    watchGrowth: (tell) =>
      progress.watch((grown) => tell(grown.local_conversation_id, grown.characters)),
    artifacts,
    settings,
    now,
    newId,
    finalTimeoutMs: start.finalTimeoutMs,
    maxAttempts: start.maxAttempts,
  });
  const runner = createAgentRunner({
    store,
    read,
    models,
    chats,
    manual,
    foresee: ledger.foresee,
    prompt,
    contextOf: async (state) => {
      const told = await Promise.all(contexts.map((source) => source(state)));
      return told.filter((text) => text !== null);
    },
    settings,
    stopDelivery: (jobId) => store.run(stopDelivery, { jobId, actor: 'conductor', now: now() }),
    cancelInstruction: (instructionId) => cancel(instructionId, 'agent'),
    now,
    steadyNow,
    newId,
    maxAttempts: start.maxAttempts,
    random,
    rowSteps,
    log,
  });
  whenFinishing((anchorId) => runner.finishing(runOf(anchorId)));
  tools.add(
    sourceOf([
      subAgentTool({
        store,
        read,
        registry,
        port: kit.use(deliveriesFeature).conversationPort,
        modelOf: (worker, asker) => chooseForWorker(chooseModel, worker, asker),
        maxDepth: () => settings.current().conversations_max_depth,
        finalTimeoutMs: start.finalTimeoutMs,
        now,
        newId,
      }),
    ]),
  );
  /** Runs that the last conductor had under way. */
  let unfinished: readonly string[] = [];

  const handlers = createAgentHandlers(kit, {
    models,
    presence,
    chooseModel,
    lookUp,
    registry,
    manual,
    prompt,
    watches,
    leaving: leaving.signal,
  });

  async function workerOf(agentId: string) {
    const registered = await registry.find(agentId);
    if (registered === null) {
      const { code, text } = await unknownAgent(registry, agentId, 'agent');
      return err({ code, text });
    }
    const { definition } = registered;
    const chosen = await chooseModel(definition.models);
    return chosen.ok ? ok({ definition, modelRef: chosen.value }) : chosen;
  }

  async function openWorker(wish: WorkerSession): Promise<Result<null, CodedError>> {
    const { localConversationId, agentId, tools: more, title, via } = wish;
    // After a crash it works on, whatever could serve it now.
    if ((await read.one(agents.agentSession({ localConversationId }))) !== null) return ok(null);
    const chosen = await workerOf(agentId);
    if (!chosen.ok) return chosen;
    const { definition, modelRef } = chosen.value;
    const { toolPacks, tools: own } = definition;
    // One that names none knows all.
    const knowsAll = toolPacks.length === 0 && own.length === 0;
    await store.run(openAgentSession, {
      localConversationId,
      definition: knowsAll ? definition : { ...definition, tools: [...own, ...more] },
      modelRef,
      runMode: 'normal',
      title,
      finalTimeoutMs: start.finalTimeoutMs,
      via,
      now: now(),
    });
    return ok(null);
  }

  return {
    provides: {
      chats: createAgentChats(kit, { ...handlers, approvals: kit.use(actionsFeature).approvals }),
      retell: (runId) => runner.go(runId),
      addContext: (source) => void contexts.push(source),
      agentFault: async (agent, field) =>
        (await registry.find(agent)) === null ? unknownAgent(registry, agent, field) : null,
      ids: async () => (await registry.all()).map(({ definition }) => definition.agentId),
      async workerFault(agentId) {
        const chosen = await workerOf(agentId);
        return chosen.ok ? null : chosen.error;
      },
      openWorker,
      openSession: (body, caller) =>
        handlers.openAgentSession({ params: {}, query: {}, body }, caller),
    },
    handlers,
    effects: [
      on(agentEnded, ({ runId }) => {
        // Its end is told.
        runner.go(runId);
        runner.wake();
      }),
      on(runAgent, ({ runId }) => runner.go(runId)),
      on(agentStopping, ({ runId }) => runner.abort(runId)),
      on(agentReplyMoved, ({ anchorId }) => runner.go(runOf(anchorId))),
      on(jobChanged, ({ jobId }) => {
        watches.changed(jobId);
        runner.jobChanged(jobId);
      }),
      on(conversationDeleted, () => watches.allChanged()),
      on(conversationMerged, () => watches.allChanged()),
      on(conversationChanged, ({ conversationKey }) => {
        watches.changed(conversationKey);
        if (conversationRef(conversationKey).platform !== AGENT_PLATFORM) return;
        runner.look(conversationKey);
        runner.wake();
      }),
    ],
    sweeps: [
      { name: 'agents', run: () => runner.unpark() },
      { name: 'work of agents', run: () => runner.countWork() },
      { name: 'streams of agents', run: () => runner.dropOldStreams() },
    ],
    async recover() {
      const { runs, streams } = await read.snapshot({
        runs: agents.agentRunsToResume(),
        streams: agents.openAgentStreams(),
      });
      unfinished = [...new Set([...runs, ...streams])];
    },
    begin() {
      for (const runId of unfinished) runner.go(runId);
      runner.wake();
    },
    letGo: () => leaving.abort(),
    async stop() {
      unwatch();
      await runner.stop();
    },
  };
}

/** Returns the id of a run, from the anchor of the reply of one of its steps. */
function runOf(anchorId: string): string {
  return anchorId.slice(0, anchorId.lastIndexOf('.'));
}
