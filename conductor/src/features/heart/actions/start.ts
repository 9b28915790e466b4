import type { Handling, Kit } from '../../../engine/feature.ts';
import { AGENT_PLATFORM } from '../../../../../shared/model/agent-platform.ts';
import { conversationRef } from '../../../../../shared/model/conversation-key.ts';
import type { actionsOperations } from '../../../../../shared/api/actions.ts';
import type { toolsOperations } from '../../../../../shared/api/tools.ts';
import { artifactsFeature } from '../artifacts/feature.ts';
import { deliveriesFeature, readConversationStatus } from '../deliveries/feature.ts';
import { settingsFeature } from '../../ground/settings/feature.ts';
import { policyFeature } from '../policy/feature.ts';
import { type CancelAction, createCancelAction } from './cancel-action.ts';
import { createActionHandlers } from './handlers.ts';
import { pinnedSource } from './pinned-source.ts';
import { createManual } from './read-manual.ts';
import { createInstructionRunner, type InstructionRunner } from './run-instructions.ts';
import { recoverLedger } from './steps/run-instruction.ts';
import { createBuiltInTools, createConversationTools } from './tools/built-in/built-in-tools.ts';
import type { Manual } from './tools/manual.ts';
import { createToolRegistry, type ToolRegistry } from './tools/tool-registry.ts';
import { runInstructions, instructionCancelled } from './effects.ts';
import {
  conversationDeleted,
  conversationChanged,
  conversationMerged,
} from '../conversations/effects.ts';
import { on } from '../../../engine/effects.ts';
import { TOOL_SERVERS } from './given.ts';

export interface ActionsPort {
  readonly cancel: CancelAction;
  readonly manual: Manual;
  readonly tools: Pick<ToolRegistry, 'find' | 'add'>;
  readonly runner: Pick<InstructionRunner, 'cancel' | 'foresee' | 'judgeAlong'>;
  /**
   * The step that records the result of an agent's action has been asked for: what a listener asks for then shares its
   * commit, and sees it.
   */
  readonly whenFinishing: (listener: (anchorId: string) => void) => void;
}

/** Starts the actions that assistants ask for: judged, run, and answered. */
export function startActions(
  kit: Kit,
): Handling<ActionsPort, typeof actionsOperations & typeof toolsOperations> {
  const { store, read, now, newId, log, given, meter, settings: start } = kit;
  const settings = kit.use(settingsFeature);
  const artifacts = kit.use(artifactsFeature);
  const { conversationPort, wake } = kit.use(deliveriesFeature);
  const ran = meter.histogram('tool_run_seconds', 'Tool runs by target and outcome.', [
    'target',
    'outcome',
  ]);
  const servers = meter.gauge('tool_servers', 'Tool servers by state.', ['state']);
  meter.beforeScrape(async () => {
    servers.reset();
    const byState = Map.groupBy(given(TOOL_SERVERS).status(), ({ state }) => state);
    for (const [state, of] of byState) servers.set(of.length, { state });
  });

  const manual = createManual({ read, settings, tools: () => tools });
  const tools: ToolRegistry = createToolRegistry([
    createBuiltInTools(manual, artifacts),
    createConversationTools(conversationPort, {
      maxDepth: () => settings.current().conversations_max_depth,
      longestWaitMs: start.finalTimeoutMs,
    }),
    pinnedSource(given(TOOL_SERVERS), kit.use(policyFeature).toolPins),
  ]);
  const listeners: ((anchorId: string) => void)[] = [];
  const runner = createInstructionRunner({
    store,
    tools,
    artifacts,
    now,
    newId,
    log,
    maxAttempts: start.maxAttempts,
    settings,
    statusOf: (key) => readConversationStatus(read, conversationRef(key)),
    onFinishing({ conversationKey, anchorId }) {
      // Only what goes back to a web chat is a delivery.
      if (conversationRef(conversationKey).platform !== AGENT_PLATFORM) wake();
      else for (const finishing of listeners) finishing(anchorId);
    },
    onRun: ({ target, outcome, durationMs }) => ran(durationMs / 1_000, { target, outcome }),
  });
  /** Replies with actions to go on with. */
  let unfinished: readonly string[] = [];

  return {
    provides: {
      manual,
      tools,
      runner,
      cancel: createCancelAction(kit, settings),
      whenFinishing: (listener) => void listeners.push(listener),
    },
    handlers: createActionHandlers(kit, {
      settings,
      manual,
      toolServers: given(TOOL_SERVERS),
      runner,
    }),
    effects: [
      on(runInstructions, ({ anchorId, pending }) => runner.run(anchorId, pending)),
      on(conversationDeleted, ({ running }) => {
        for (const instructionId of running) void runner.cancel(instructionId);
      }),
      on(instructionCancelled, ({ instructionId }) => void runner.cancel(instructionId)),
      on(conversationChanged, ({ conversationKey }) => runner.conversationChanged(conversationKey)),
      on(conversationMerged, ({ into }) => runner.conversationMerged(into)),
    ],
    async recover() {
      unfinished = await store.run(recoverLedger, { now: now() });
    },
    begin() {
      for (const anchorId of unfinished) runner.run(anchorId);
    },
    async stop() {
      await runner.stop();
      await tools.close();
    },
  };
}
