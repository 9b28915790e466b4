import { createKeyedWork } from '../../../engine/keyed-work.ts';
import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import { retryCommits } from '../../../engine/retry-commits.ts';
import type { Reader } from '../../../engine/query.ts';
import type { RowSteps } from '../../../engine/row-steps.ts';
import type { Clock, IdSource, Log, Store } from '../../../engine/runtime.ts';
import type { Manual } from '../../heart/actions/feature.ts';
import type { SettingsNow } from '../../ground/settings/feature.ts';
import { hasEnded } from './agent-changes.ts';
import { workLimit } from './agent-definition.ts';
import { createAskerNews } from './asker-news.ts';
import { findCalls } from './find-calls.ts';
import { isAsking, movesOn } from './moves-on.ts';
import { fitPrompt } from './fit-prompt.ts';
import { namedApart } from './judge-calls.ts';
import { type KeepReplyDeps, keepReply } from './keep-reply.ts';
import type { ChatModel, ModelFault, Models } from './model-port.ts';
import { knownTools, NO_TOOLS } from './offered-tools.ts';
import { createReplyStream } from './reply-stream.ts';
import { promptOf, replyId, withContext } from './prompt.ts';
import type { AgentRunPart, AgentRunState } from './queries.ts';
import { beginRun, findTurns } from './steps/begin-run.ts';
import { closeStep } from './steps/close-step.ts';
import { countWork } from './steps/count-work.ts';
import { failCall, unparkRun } from './steps/fail-call.ts';
import { holdCall, lookAgain } from './steps/hold-call.ts';
import { endStopped, stopRun } from './steps/stop-run.ts';
import { streamReply } from './steps/stream-reply.ts';
import { tellAsker } from './steps/tell-asker.ts';
import { dropAgentStream, tellAgentRun } from './steps/tell-run.ts';
import type { PromptMaker } from './describe-prompt.ts';
import { LAST_WORDS } from './system-prompt.ts';
import { createTokenFactors } from './token-factors.ts';
import { createWorkClock } from './work-clock.ts';
import { createWrittenRuns, type WrittenRun } from './written-runs.ts';
import * as agents from './queries.ts';

/** Takes turns in, and drives their runs: all that it knows stands in the rows. */
export interface AgentRunner {
  /** A turn may wait, or a place is free. Calls within one turn of the event loop lead to one round. */
  wake(): void;
  /** Takes a run on from where its rows say it stands. Calling it twice at once is harmless. */
  go(runId: string): void;
  /** The same for the runs of a conversation. */
  look(conversationKey: ConversationKey): void;
  /** The result of one of its calls is about to be committed: what follows from it is in the same commit. */
  finishing(runId: string): void;
  /** A delivery changed: the run whose model it asks looks again. */
  jobChanged(jobId: string): void;
  /** Aborts the call of a model that the run has under way, and what it waits for. */
  abort(runId: string): void;
  /** Asks models again where that is due. */
  unpark(): Promise<void>;
  /** Notes how long runs have worked, and stops those that have done so as long as they may. */
  countWork(): Promise<void>;
  /** Drops what streams of ended runs have told, some time after it. */
  dropOldStreams(): Promise<void>;
  stop(): Promise<void>;
}

export interface AgentRunnerDeps {
  readonly store: Store;
  readonly read: Reader;
  readonly models: Models;
  readonly chats: ChatModel;
  readonly manual: Manual;
  readonly foresee: KeepReplyDeps['foresee'];
  /** Returns what a model is told beside the messages. */
  readonly contextOf: (state: AgentRunState) => Promise<readonly string[]>;
  readonly prompt: PromptMaker;
  readonly settings: SettingsNow;
  /** Takes back what has not left for a chat, and has the chat stop its reply to what has. */
  readonly stopDelivery: (jobId: string) => Promise<unknown>;
  readonly cancelInstruction: (instructionId: string) => Promise<unknown>;
  readonly now: Clock;
  /** A monotonic clock, in milliseconds. */
  readonly steadyNow: () => number;
  readonly newId: IdSource;
  readonly maxAttempts: number;
  /** A number from 0 up to, not including, 1. */
  readonly random: () => number;
  readonly rowSteps: (work: string) => RowSteps;
  readonly log: Log;
}

const BATCH = 64;

/** Before a model that is overloaded is asked again; it doubles. */
const FIRST_REST_MS = 2_000;

/** How long a stream is kept that nothing is added to any more; its message tells the same from then on. */
const KEEP_STREAM_MS = 600_000;

const DROP_EVERY_MS = 10_000;

/** Key of the rounds that begin runs: all turns are looked through together. */
const ALL = 'all';

export function createAgentRunner(deps: AgentRunnerDeps): AgentRunner {
  const { read, models, chats, manual, prompt, settings, stopDelivery, cancelInstruction, now } =
    deps;
  const { contextOf, steadyNow, random, log } = deps;
  const begin = deps.rowSteps('begin_agent_runs');
  const stopping = new AbortController();
  const store = retryCommits(deps.store, stopping.signal);
  const factors = createTokenFactors();
  const written = createWrittenRuns(read);
  const clock = createWorkClock(steadyNow);
  const askers = createAskerNews(
    async (runId) => {
      for (;;) {
        const { askerRunId, more } = await store.run(tellAsker, { runId });
        if (!more || askerRunId === null) return askerRunId;
      }
    },
    (cause) => {
      if (!stopping.signal.aborted)
        log.warn({ err: cause }, 'telling on what a worker says failed');
    },
  );
  /** Aborts what a run does since its rows were read last: a stopped run may go on again with a new one. */
  const controllers = new Map<string, AbortController>();
  const work = new Set<Promise<unknown>>();
  /** Runs may wait for their model: whoever has none is not looked through twice a second. */
  let somePark = true;
  let nextDropAt = 0;
  /** Deliveries that hold up runs. Those of the last conductor are looked at once. */
  const held = new Set<string>();

  function mostWork(): number | null {
    return settings.current().agents.max_work_ms;
  }

  const failing = (what: string) => (cause: unknown) => {
    if (!stopping.signal.aborted) log.error({ err: cause }, `${what} failed`);
  };

  function track(task: Promise<unknown>, what: string): void {
    const tracked = task.catch(failing(what));
    work.add(tracked);
    void tracked.finally(() => work.delete(tracked));
  }

  async function beginAll(): Promise<void> {
    const { turns, busy } = await store.run(findTurns, {
      except: begin.resting(),
      limit: BATCH,
    });
    const free = Math.max(0, settings.current().agents.max_runs_at_once - busy);
    await begin.run(
      [
        ...turns.filter(({ isWorker }) => isWorker),
        ...turns.filter(({ isWorker }) => !isWorker).slice(0, free),
      ],
      ({ jobId }) => jobId,
      (turn) => store.run(beginRun, { ...turn, now: now() }),
    );
  }

  const rounds = createKeyedWork<typeof ALL>(beginAll, failing('beginning runs of agents'));
  const wake = (): void => void rounds.go(ALL);

  const driving = createKeyedWork<string>(async (runId) => {
    const controller = new AbortController();
    controllers.set(runId, controller);
    await drive(runId, controller).finally(() => controllers.delete(runId));
  }, failing('a run of an agent'));
  const go = (runId: string): void => void driving.go(runId);

  async function drive(runId: string, controller: AbortController): Promise<void> {
    const state = await read.one(agents.agentRunPart({ runId, from: 'newest' }));
    if (state === null) return;
    const { run, session } = state;
    const leftMs = workLimit(session.definition, mostWork()) - run.workMs;
    clock.looked(runId, run.status === 'running', leftMs);
    // In this order, and in one commit: what the first leads to is told by the second.
    await Promise.all([
      movesOn(state) ? store.run(closeStep, { runId, now: now() }) : null,
      store.run(tellAgentRun, { runId, asks: isAsking(state), now: now() }),
    ]);
    if (state.run.parentRunId !== null) {
      await askers.tell(runId);
      // Whoever asked for it looks as well: it waits for a person as long as this one does.
      go(state.run.parentRunId);
    }
    await stopWorkers(state);
    if (hasEnded(state.run)) {
      written.forget(runId);
      clock.forget(runId);
      return;
    }
    await advance(state, controller);
  }

  async function advance(state: AgentRunPart, controller: AbortController): Promise<void> {
    const { run, steps } = state;
    const { runId, aiMessageId } = run;
    const step = steps.at(-1);
    if (run.status === 'stopping') {
      if (step?.status === 'calling' && step.jobId !== null) await stopDelivery(step.jobId);
      for (const { instructionId, status } of state.instructions)
        if (status !== 'succeeded' && status !== 'failed') await cancelInstruction(instructionId);
      await store.run(endStopped, { runId, aiMessageId, now: now() });
      return;
    }
    const waits = run.status === 'waiting_model' || run.status === 'waiting_person';
    if (waits && step?.status === 'calling' && step.jobId !== null && !held.has(step.jobId)) {
      await store.run(lookAgain, { runId, jobId: step.jobId, now: now() });
      return;
    }
    if (step === undefined || !isAsking(state)) return;
    const whole = await written.read(runId);
    if (whole !== null) await callModel(whole, step, controller);
  }

  /** Nobody waits for what a call that is over asked for. */
  async function stopWorkers({ run, workers, instructions }: AgentRunPart): Promise<void> {
    for (const worker of workers) {
      const id = worker.session.parentInstructionId;
      const call = instructions.find(({ instructionId }) => instructionId === id);
      // That of a step before the newest has its result.
      const isOver = call === undefined || call.status === 'succeeded' || call.status === 'failed';
      if (hasEnded(worker.run) || (!isOver && run.status !== 'stopping')) continue;
      const { runId } = worker.run;
      await store.run(stopRun, { runId, reason: null, via: 'agent', now: now() });
    }
  }

  async function callModel(
    { state, parts }: WrittenRun,
    { stepId, number, modelRef, attempt }: AgentRunState['steps'][number],
    controller: AbortController,
  ): Promise<void> {
    const { run, session, steps, job } = state;
    const { runId, aiMessageId, conversationKey, stopReason } = run;
    const isLast = stopReason === 'budget_spent';
    const [path, tools, context] = await Promise.all([
      read.one(agents.agentPath({ messageId: aiMessageId })),
      isLast ? NO_TOOLS : knownTools(manual, conversationKey, session),
      contextOf(state),
    ]);
    const messages = path.map((message) =>
      message.messageId === aiMessageId ? { ...message, parts } : message,
    );
    const sections = await prompt(session, tools, run, job.chain);
    const signal = AbortSignal.any([controller.signal, stopping.signal]);
    const whole = {
      modelRef,
      system: [...sections.map(({ text }) => text), ...(isLast ? [LAST_WORDS] : [])],
      messages: withContext(promptOf(messages), context),
      tools: tools.offered,
    };
    const fitted = fitPrompt(whole, session.definition, {
      contextTokens: models.contextTokens(modelRef),
      factor: factors.of(modelRef),
    });
    if (!fitted.ok) return fail(run, stepId, attempt, { ...fitted.error, retryAfterMs: null });
    const { counted, report } = fitted.value;
    const live = createReplyStream((spoken) => {
      // What cannot be stored now is told with the whole reply.
      deps.store.run(streamReply, { runId, number, ...spoken }).catch(() => undefined);
      if (run.parentRunId !== null) askers.heard(runId);
    });
    const step = {
      runId,
      stepId,
      sessionKey: conversationKey,
      replyId: replyId(aiMessageId, steps.length - 1),
    };
    const said = await models.ask({
      ...whole,
      messages: fitted.value.messages,
      signal,
      heard: (part) => live.say(part),
      chat: { model: chats, step, told: (news) => live.say({ type: 'news', news }) },
    });
    // In one commit with what is made of the reply.
    live.end();
    // What was stopped is told of by its row; what the conductor's end cut off is asked anew by the next.
    if (signal.aborted) return;
    if (!said.ok)
      return said.error.hold === undefined
        ? fail(run, stepId, attempt, said.error)
        : hold(run, session, modelRef, stepId, said.error);
    factors.learn(modelRef, counted, said.value.tokensIn);
    // Nothing is left for calls, which some models make all the same.
    const calls = isLast ? [] : namedApart(said.value.calls, steps);
    const room = session.definition.limits.toolCalls - run.callsUsed;
    const actions = findCalls(calls, tools.isKnown, room, said.value.complete);
    const keeps = { ...deps, store };
    await keepReply(keeps, state, stepId, { ...said.value, calls }, actions, report);
  }

  async function fail(
    { runId, aiMessageId }: AgentRunState['run'],
    stepId: string,
    attempt: number,
    { code, text, retryAfterMs }: ModelFault,
  ): Promise<void> {
    const restMs = FIRST_REST_MS * 2 ** (attempt - 1) * (1 + random());
    const againAfterMs =
      code === 'model_overloaded'
        ? Math.round(Math.max(retryAfterMs ?? 0, restMs))
        : // Nothing was sent, and the next chat waits for nobody.
          code === 'conversation_full'
          ? 0
          : null;
    const error = { code, text };
    await store.run(failCall, { runId, aiMessageId, stepId, error, againAfterMs, now: now() });
    somePark = true;
  }

  async function hold(
    { runId }: AgentRunState['run'],
    { definition }: AgentRunState['session'],
    modelRef: string,
    stepId: string,
    { code, text, hold: why }: ModelFault,
  ): Promise<void> {
    if (why === undefined) return;
    held.add(why.jobId);
    const { models: named, model_patience_ms: patienceMs } = settings.current().agents;
    const all = definition.models.length > 0 ? definition.models : named;
    const rest = all.slice(all.indexOf(modelRef) + 1);
    const nextModel = rest.find((ref) => models.check(ref) === null) ?? null;
    const error = { code, text };
    await store.run(holdCall, { ...why, runId, stepId, error, nextModel, patienceMs, now: now() });
    somePark = true;
  }

  return {
    wake,
    go,
    look(conversationKey) {
      const looked = read.one(agents.openAgentRuns({ conversationKey }));
      track(
        looked.then((runs) => runs.forEach(go)),
        'looking at runs of an agent',
      );
    },
    finishing(runId) {
      if (stopping.signal.aborted) return;
      const at = now();
      const closed = store.run(closeStep, { runId, now: at });
      const told = store.run(tellAgentRun, { runId, asks: false, now: at });
      track(Promise.all([closed, told]), 'closing a step of an agent');
    },
    jobChanged(jobId) {
      if (!held.delete(jobId)) return;
      const woken = read
        .one(agents.stepAskingBy({ jobId }))
        .then((step) => step && store.run(lookAgain, { runId: step.runId, jobId, now: now() }));
      track(woken, 'looking at a chat that is a model');
    },
    abort(runId) {
      controllers.get(runId)?.abort();
      go(runId);
    },
    async unpark() {
      if (!somePark) return;
      somePark = false;
      const parked = await read.one(agents.parkedAgentRuns());
      somePark ||= parked.length > 0;
      const due = parked.filter(({ dueAt }) => dueAt !== null && dueAt <= now());
      await Promise.all(due.map(({ runId }) => store.run(unparkRun, { runId, now: now() })));
    },
    async countWork() {
      const due = clock.due();
      const mostMs = mostWork();
      await Promise.all(due.map((one) => store.run(countWork, { ...one, mostMs, now: now() })));
    },
    async dropOldStreams() {
      if (steadyNow() < nextDropAt) return;
      nextDropAt = steadyNow() + DROP_EVERY_MS;
      const asked = { before: now() - KEEP_STREAM_MS, limit: BATCH } as const;
      const old = await read.one(agents.oldAgentStreams({ ...asked }));
      await Promise.all(old.map((runId) => store.run(dropAgentStream, { runId })));
    },
    async stop() {
      stopping.abort();
      askers.stop();
      await Promise.all([rounds.stop(), driving.stop(), ...work]);
    },
  };
}
