import type { agentsOperations } from '../../../../shared/api/agents.ts';
import { AGENT_PLATFORM } from '../../../../shared/model/agent-platform.ts';
import { conversationRef } from '../../../../shared/model/conversation-key.ts';
import type { Handling, Kit } from '../../engine/feature.ts';
import { actionsFeature } from '../actions/feature.ts';
import { settingsFeature } from '../settings/feature.ts';
import { createAgentRunner } from './agent-runner.ts';
import { createAgentHandlers } from './handlers.ts';

/** Agents: conversations whose assistant is a language model that Baton asks. */
export function startAgents(kit: Kit): Handling<null, typeof agentsOperations> {
  const { store, read, now, newId, random, rowSteps, log, given, settings: start } = kit;
  const settings = kit.use(settingsFeature);
  const { manual, cancel } = kit.use(actionsFeature);
  const { models } = given;
  const runner = createAgentRunner({
    store,
    read,
    models,
    manual,
    settings,
    cancelInstruction: (instructionId) => cancel(instructionId, 'agent'),
    now,
    newId,
    maxAttempts: start.maxAttempts,
    random,
    rowSteps,
    log,
  });
  /** What the last conductor had under way. */
  let unfinished: readonly string[] = [];

  return {
    provides: null,
    handlers: createAgentHandlers(kit, { settings, models }),
    effects: {
      agent_ended: () => runner.wake(),
      run_agent: ({ runId }) => runner.go(runId),
      agent_stopping: ({ runId }) => runner.abort(runId),
      agent_reply_moved: ({ anchorId }) => runner.go(anchorId.slice(0, anchorId.lastIndexOf('.'))),
      conversation_changed({ conversationKey }) {
        if (conversationRef(conversationKey).platform !== AGENT_PLATFORM) return;
        runner.look(conversationKey);
        runner.wake();
      },
    },
    sweeps: [{ name: 'agents', run: () => runner.unpark() }],
    async recover() {
      unfinished = await read.one({ query: 'openAgentRuns', conversationKey: null });
    },
    begin() {
      for (const runId of unfinished) runner.go(runId);
      runner.wake();
    },
    stop: () => runner.stop(),
  };
}
