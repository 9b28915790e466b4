import type { agentsOperations } from '../../../../../shared/api/agents.ts';
import type { ApiError } from '../../../../../shared/api/operation.ts';
import { err, ok, type Result } from '../../../../../shared/lib/result.ts';
import { AGENT_PLATFORM } from '../../../../../shared/model/agent-platform.ts';
import { conversationKey } from '../../../../../shared/model/conversation-key.ts';
import type { HandlersOf, Kit } from '../../../engine/feature.ts';
import { found, unknown } from '../../../engine/not-found.ts';
import { modelBindingView } from '../../heart/lineage/feature.ts';
import type { Presence } from '../../ground/browsers/feature.ts';
import { type ConversationLookup, listPage } from '../../heart/conversations/feature.ts';
import { retryDelivery } from '../../heart/deliveries/feature.ts';
import { hasEnded } from './agent-changes.ts';
import type { Manual } from '../../heart/actions/feature.ts';
import type { AgentRegistry } from './agent-registry.ts';
import { createDefinitionHandlers, unknownAgent } from './definition-handlers.ts';
import type { PromptMaker } from './describe-prompt.ts';
import type { ModelChooser } from './choose-model.ts';
import { createModelHandlers } from './model-handlers.ts';
import type { Models } from './model-port.ts';
import { bindModel } from './steps/bind-model.ts';
import { chooseBranch } from './steps/choose-branch.ts';
import { openAgentSession } from './steps/open-agent-session.ts';
import { steerRun } from './steps/steer-run.ts';
import { stopRun } from './steps/stop-run.ts';
import {
  agentRunSummary,
  type AgentRunView,
  agentRunView,
  agentSessionView,
  type AgentSessionView,
  messageView,
  queuedRunView,
} from './views.ts';
import type { Watches } from '../../../engine/watches.ts';
import { partsOf } from './write-message.ts';
import * as agents from './queries.ts';
import * as deliveries from '../../heart/deliveries/queries.ts';
import * as bindings from '../../heart/lineage/bindings/queries.ts';

/** Handles what programs, the command line and the web UI ask of agents. */
export function createAgentHandlers(
  kit: Kit,
  deps: {
    readonly models: Models;
    readonly presence: Pick<Presence, 'startable'>;
    readonly chooseModel: ModelChooser;
    readonly lookUp: ConversationLookup;
    readonly registry: AgentRegistry;
    readonly manual: Manual;
    readonly prompt: PromptMaker;
    readonly watches: Watches;
    /** Aborts when the conductor is to end: nobody waits any more. */
    readonly leaving: AbortSignal;
  },
): HandlersOf<typeof agentsOperations> {
  const { store, read, now, newId, settings: start } = kit;
  const { chooseModel, lookUp, registry, watches, leaving } = deps;

  async function sessionOf(id: string): Promise<AgentSessionView | null> {
    const shown = await read.one(agents.agentSession({ localConversationId: id }));
    return shown && agentSessionView(shown);
  }

  async function runOf(id: string): Promise<Result<AgentRunView, ApiError>> {
    const state = await read.one(agents.agentRunState({ runId: id }));
    if (state !== null) return ok(agentRunView(state));
    const job = await read.one(deliveries.job({ jobId: id }));
    const isTurn = job?.status === 'pending';
    const session =
      isTurn && (await read.one(agents.agentSessionOf({ conversationKey: job.conversationKey })));
    return session ? ok(queuedRunView(job, session)) : err(unknown('run', id, 'params.id'));
  }

  /** Checks whether a run goes on by itself. */
  function moves({ status }: AgentRunView): boolean {
    return !['succeeded', 'failed', 'stopped', 'waiting_person'].includes(status);
  }

  return {
    ...createDefinitionHandlers(kit, deps),
    ...createModelHandlers(kit, deps),

    async openAgentSession({ body: { id, agent, model, run_mode: runMode, title } }, { via }) {
      const registered = await registry.find(agent);
      if (registered === null) return err(await unknownAgent(registry, agent, 'body.agent'));
      const { definition } = registered;
      const chosen = await chooseModel(model === null ? definition.models : [model]);
      if (!chosen.ok) return err({ ...chosen.error, field: 'body.model' });
      const localConversationId = id ?? newId();
      const outcome = await store.run(openAgentSession, {
        localConversationId,
        definition,
        modelRef: chosen.value,
        runMode,
        title,
        finalTimeoutMs: start.finalTimeoutMs,
        via,
        now: now(),
      });
      if (outcome === 'taken') {
        const text = `body.id: ${localConversationId} is another conversation.`;
        return err({ code: 'invalid_request', text, field: 'body.id' });
      }
      return found(await sessionOf(localConversationId), 'session', localConversationId);
    },

    listAgentSessions: ({ query: { agent: agentId, ...query } }) =>
      listPage(
        query,
        (page) => read.one(agents.shownAgentSessions({ agentId, page })),
        agentSessionView,
      ),
    getAgentSession: async ({ params: { id } }) => found(await sessionOf(id), 'session', id),

    async listAgentMessages({ params: { id } }) {
      const shown = await read.one(agents.agentSession({ localConversationId: id }));
      if (shown === null) return err(unknown('session', id, 'params.id'));
      const { headMessageId: messageId, conversationKey } = shown.session;
      const path = messageId === null ? [] : await read.one(agents.agentPath({ messageId }));
      const tree = await read.one(agents.agentTree({ conversationKey }));
      const followers = Map.groupBy(tree, ({ parentId }) => parentId);
      const last = path.at(-1);
      const state = last && (await read.one(agents.agentRunState({ runId: last.runId })));
      return ok({
        items: path.map((message) => {
          // What a run under way has written is not kept yet.
          const isUnderWay = message === last && state && !hasEnded(state.run);
          const siblings = followers.get(message.parentId) ?? [];
          return messageView(
            message,
            isUnderWay ? partsOf(state) : message.parts,
            siblings.map((one) => one.messageId),
          );
        }),
      });
    },

    async setAgentHead({ params: { id }, body: { message_id: messageId } }, { via }) {
      const named = { localConversationId: id, messageId };
      if ((await read.one(agents.agentSession({ ...named }))) === null)
        return err(unknown('session', id, 'params.id'));
      const head = await store.run(chooseBranch, { ...named, via, now: now() });
      return head === null
        ? err(unknown('message', messageId, 'body.message_id'))
        : ok({ head_message_id: head });
    },

    listAgentRuns: ({ query: { status, ...query } }) =>
      listPage(
        query,
        (page) =>
          read.one(agents.shownAgentRuns({ conversation: query.conversation, status, page })),
        agentRunSummary,
      ),
    async getAgentRun({ params: { id }, query: { wait } }, { signal }) {
      const done = new AbortController();
      const limits = [AbortSignal.timeout(wait), signal, leaving, done.signal];
      const over = AbortSignal.any(limits);
      const job = await read.one(deliveries.job({ jobId: id }));
      try {
        for (;;) {
          const changed = watches.next([id, job?.conversationKey ?? id], over);
          const run = await runOf(id);
          if (!run.ok || !moves(run.value) || over.aborted) return run;
          await changed;
        }
      } finally {
        done.abort();
      }
    },

    async stopAgentRun({ params: { id }, body: { reason } }, { via }) {
      const outcome = await store.run(stopRun, { runId: id, reason, via, now: now() });
      if (outcome === 'not_found') return err(unknown('run', id, 'params.id'));
      if (outcome === 'invalid_transition')
        return err({ code: outcome, text: 'The run has ended already.' });
      return runOf(id);
    },

    async steerAgentRun({ params: { id }, body: { text } }, { via }) {
      const steer = { runId: id, steerId: newId(), text, via, now: now() };
      const outcome = await store.run(steerRun, steer);
      switch (outcome) {
        case 'steered':
          return runOf(id);
        case 'not_found':
          return err(unknown('run', id, 'params.id'));
        case 'invalid_transition':
          return err({ code: outcome, text: 'The run has ended: send the text as a new turn.' });
        case 'quota_exceeded':
          return err({ code: outcome, text: 'Its model has not read what was said before.' });
      }
    },

    async stopChat({ params: { id }, body: { run_id, message_id, reason } }, { via }) {
      const session = await read.one(agents.agentSession({ localConversationId: id }));
      if (session === null) return err(unknown('session', id, 'params.id'));
      const { conversationKey } = session.conversation;
      const [runId] = await read.one(agents.openAgentRuns({ conversationKey }));
      const run = runId === undefined ? null : await read.one(agents.agentRun({ runId }));
      const isMeant =
        run !== null &&
        (run_id === undefined || run_id === run.runId) &&
        (message_id === undefined || message_id === run.aiMessageId);
      if (!isMeant) return ok({ stopped: false, run: null });
      const outcome = await store.run(stopRun, { runId: run.runId, reason, via, now: now() });
      const shown = await runOf(run.runId);
      return ok({ stopped: outcome === 'stopping', run: shown.ok ? shown.value : null });
    },

    async resumeAgentRun({ params: { id } }) {
      const run = await read.one(agents.agentRun({ runId: id }));
      if (run === null) return err(unknown('run', id, 'params.id'));
      const again = { jobId: id, maxAttempts: start.maxAttempts, now: now() };
      const outcome = await store.run(retryDelivery, again);
      if (outcome === 'retried') return runOf(id);
      const text = `The run is ${run.status}; only a failed or stopped one goes on.`;
      return err({ code: 'invalid_transition', text });
    },

    async bindModel({ body: { session: sessionId, conversation } }, { via }) {
      const session = await read.one(agents.agentSession({ localConversationId: sessionId }));
      if (session === null) return err(unknown('session', sessionId, 'body.session'));
      const chat = await lookUp.named(conversation);
      if (!chat.ok) return err({ ...chat.error, field: 'body.conversation' });
      if (chat.value.platform === AGENT_PLATFORM)
        return err({
          code: 'invalid_request',
          text: 'body.conversation: is a session with an agent; name a chat on a site.',
          field: 'body.conversation',
        });
      const bound = await store.run(bindModel, {
        sessionKey: session.session.conversationKey,
        chatKey: conversationKey(chat.value),
        bindingId: newId(),
        via,
        now: now(),
      });
      if (!bound.ok) return err({ ...bound.error, field: 'body.conversation' });
      const { bindingId } = bound;
      const shown = await read.one(bindings.shownBinding({ bindingId }));
      return found(shown && modelBindingView(shown), 'binding', bindingId);
    },
  };
}
