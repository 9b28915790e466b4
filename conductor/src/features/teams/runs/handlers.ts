import type { ApiError, Caller } from '../../../../../shared/api/operation.ts';
import type { runsOperations } from '../../../../../shared/api/runs.ts';
import { err, ok, type Result } from '../../../../../shared/lib/result.ts';
import type { HandlersOf, Kit } from '../../../engine/feature.ts';
import { found, unknown } from '../../../engine/not-found.ts';
import { readPageQuery, writeCursor } from '../../../engine/page-cursor.ts';
import { refused } from '../../heart/deliveries/feature.ts';
import { ownId, type Settings } from '../../ground/settings/feature.ts';
import type { MoreWorkers, NoWorker } from './more-workers.ts';
import { newRun, teamFor } from './new-run.ts';
import { type Looked, lookOver } from './looked-at.ts';
import { newTasks } from './new-tasks.ts';
import { answerPrompt } from './prompts.ts';
import { createReportHandlers } from './report-handlers.ts';
import type { Scan, Told } from '../../../text-risk/scan-risk.ts';
import type { By } from './run-changes.ts';
import type { RunTextsOf } from './run-texts.ts';
import { MAX_SHOWN_INPUTS as MAX_INPUTS, type RunState } from './queries.ts';
import { taskTold, toldTo } from './shells.ts';
import { createRun } from './steps/create-run.ts';
import { acceptPlan, planRun } from './steps/plan-run.ts';
import { removeRun } from './steps/remove-run.ts';
import { sayToWorkers } from './steps/say-to-workers.ts';
import { setWorker, type SetWorkerInput } from './steps/set-worker.ts';
import { type Steering, steerRun, type SteerRunInput } from './steps/steer-run.ts';
import type { SealHandlers } from './seal-handlers.ts';
import type { SealedExports } from './sealed-exports.ts';
import type { Teams } from './team-handlers.ts';
import type { TemplateHandlers } from './template-handlers.ts';
import { spentError } from './role-limits.ts';
import { namedConversation } from './template-id.ts';
import type { ProgramRunner } from './programs/program-runner.ts';
import { callView, inputView, lastLines, listedRunView, runView, type RunView } from './views.ts';
import type { FindWorkerSources } from './worker-sources.ts';
import type { Patience } from './worker-status.ts';
import type { TextWriter } from './write-texts.ts';
import * as runs from './queries.ts';

/** Handles what people, the command line and the web UI ask of runs. */
export function createRunHandlers(
  { store, read, now, newId }: Pick<Kit, 'store' | 'read' | 'now' | 'newId'>,
  deps: {
    readonly texts: RunTextsOf;
    readonly teams: Teams;
    readonly templates: TemplateHandlers;
    readonly exports: SealedExports;
    readonly seals: SealHandlers;
    readonly writer: TextWriter;
    readonly scan: Scan;
    readonly sources: FindWorkerSources;
    readonly more: MoreWorkers;
    readonly programs: ProgramRunner;
    readonly patience: () => Patience;
    readonly limits: () => Settings['runs'];
    readonly newestReply: (jobId: string) => Promise<string | null>;
  },
): HandlersOf<typeof runsOperations> {
  const { texts, teams, templates, writer, scan, sources, more, programs, limits } = deps;
  const { patience, newestReply } = deps;

  const person = ({ via }: Caller): By => ({ now: now(), actor: 'person', detail: { via } });

  const noRun = (id: string): ApiError => unknown('run', id, 'params.id');

  const deepLink = (id: string): string | null =>
    limits().deep_link?.replaceAll('{run_id}', encodeURIComponent(id)) ?? null;

  async function viewOf(id: string): Promise<RunView | null> {
    const { state, inputs } = await read.snapshot({
      state: runs.runState({ runId: id }),
      inputs: runs.runInputs({ runId: id, limit: MAX_INPUTS }),
    });
    if (state === null) return null;
    const jobs = state.workers.flatMap(({ lastJob }) => lastJob?.jobId ?? []);
    const said = await Promise.all(
      jobs.map(async (jobId) => [jobId, lastLines((await newestReply(jobId)) ?? '')] as const),
    );
    const seen = programs.seen.bind(programs);
    const seeing = { linesOf: new Map(said), seen, patience: patience() };
    return runView(state, inputs, texts, seeing, deepLink(id));
  }

  const shown = async (id: string): Promise<Result<RunView, ApiError>> =>
    found(await viewOf(id), 'run', id);

  async function conversationsOf(runId: string): Promise<readonly string[]> {
    const state = await read.one(runs.runState({ runId }));
    return (state?.workers ?? []).flatMap(
      ({ worker, conversation }) =>
        conversation?.localConversationId ?? namedConversation(worker.templateId) ?? [],
    );
  }

  async function steer(
    id: string,
    event: Steering,
    { via }: Caller,
    said: Pick<SteerRunInput, 'limits' | 'keepsPrograms'> = {},
  ): Promise<Result<RunView, ApiError>> {
    if (!limits().enabled && event !== 'PAUSE' && event !== 'STOP')
      return err(refused('runs_disabled'));
    const conversations = event === 'REOPEN' ? await conversationsOf(id) : [];
    const asked = { runId: id, event, ...said, conversations, via, now: now() };
    const outcome = await store.run(steerRun, asked);
    const view = await shown(id);
    if (outcome === 'conversation_bound')
      return err({ code: outcome, text: 'A chat of it works for another run.' });
    if (outcome !== 'invalid_transition' || !view.ok) return view;
    return err({ code: outcome, text: `The run is ${view.value.status}.` });
  }

  async function begun(
    runId: string,
    isDraft: boolean,
    { via }: Caller,
  ): Promise<Result<RunView, ApiError>> {
    // One that goes on already cannot be begun, and stays as it is.
    if (!isDraft) await store.run(steerRun, { runId, event: 'START', via, now: now() });
    return shown(runId);
  }

  /** Returns what texts of a person could do, or refuses risky ones that the person has not confirmed. */
  function lookedOver(
    told: readonly Told[],
    isConfirmed: boolean,
    field = 'body.text',
  ): Result<Looked, ApiError> {
    const looked = lookOver(told, scan);
    if (!looked.ok) return err({ ...looked.error, field });
    const { asks, rules } = looked.value;
    if (!asks || isConfirmed) return looked; // guard: person-confirms
    const why = `It could do harm (${rules.join(', ')}). Send it with confirmed if it is meant so.`;
    return err({ code: 'risk_unconfirmed', text: why, field });
  }

  async function set(
    id: string,
    workerId: string,
    what: SetWorkerInput['set'],
    caller: Caller,
  ): Promise<Result<RunView, ApiError>> {
    const by = person(caller);
    const outcome = await store.run(setWorker, { runId: id, workerId, set: what, by });
    if (outcome === 'not_found') return err(unknown('worker', workerId, 'params.worker'));
    if (outcome === 'is_planner')
      return err({ code: 'invalid_transition', text: 'Without its planner a run ends: stop it.' });
    return shown(id);
  }

  /** A worker came, or why none did. */
  async function withMore(
    id: string,
    make: (state: RunState) => Promise<Result<null, NoWorker>>,
  ): Promise<Result<RunView, ApiError>> {
    const state = await read.one(runs.runState({ runId: id }));
    if (state === null) return err(noRun(id));
    const made = await make(state);
    if (made.ok) return shown(id);
    const { of, ...error } = made.error;
    return err(of === undefined ? error : { ...error, field: `body.${of}` });
  }

  return {
    ...teams.handlers,
    ...templates,
    ...deps.exports,
    ...deps.seals,
    ...createReportHandlers({ read, now }, { texts, writer, deepLink, shown }),

    async createRun({ body }, caller) {
      const runId = ownId(caller, [body], newId);
      // The same request again, after a crash perhaps.
      const known = await read.one(runs.runState({ runId }));
      if (known !== null) return begun(runId, body.draft, caller);
      if (!limits().enabled) return err(refused('runs_disabled'));
      if (!texts.canSeal()) return err(refused('seal_locked'));
      const team = teamFor(body, await teams.all(), scan);
      if (!team.ok) return team;
      const goal = [{ text: body.goal, shell: null }]; // guard: goals-looked-at
      const looked = lookedOver(goal, body.confirmed, 'body.goal');
      if (!looked.ok) return looked;
      const chosen = new Map(Object.entries(body.templates));
      const named = team.value.roles.flatMap(
        ({ role, template }) => chosen.get(role) ?? template ?? [],
      );
      const made = newRun(body, team.value, {
        texts,
        sources: await sources(named, body.folder),
        limits: limits(),
        runId,
        newId,
        now: now(),
      });
      if (!made.ok) return made;
      const { via } = caller;
      const { max_open: maxOpen } = limits();
      const outcome = await store.run(createRun, { ...made.value, maxOpen, via });
      if (outcome === 'too_many') {
        const text = `${maxOpen} runs are open already. Stop one first.`;
        return err({ code: 'quota_exceeded', text });
      }
      if (outcome === 'taken') {
        const text = 'A chat that is named works for another run.';
        return err({ code: 'conversation_bound', text, field: 'body.templates' });
      }
      return begun(runId, body.draft, caller);
    },

    async listRuns({ query }) {
      const page = readPageQuery(query);
      if (!page.ok) return page;
      const { items, next } = await read.one(runs.runs({ page: page.value }));
      return ok({
        items: items.map((one) => listedRunView(one, texts)),
        next_cursor: writeCursor(next),
      });
    },

    getRun: ({ params: { id } }) => shown(id),
    beginRun: ({ params: { id } }, caller) => steer(id, 'START', caller),
    pauseRun: ({ params: { id } }, caller) => steer(id, 'PAUSE', caller),
    resumeRun: ({ params: { id }, body: { inputs, ms } = {} }, caller) =>
      steer(id, 'RESUME', caller, {
        limits: { ...(inputs !== undefined && { inputs }), ...(ms !== undefined && { ms }) },
      }),
    stopRun: ({ params: { id }, body: { close = 'own' } = {} }, caller) =>
      steer(id, 'STOP', caller, { keepsPrograms: close === 'none' }),
    async reopenRun({ params: { id } }, caller) {
      const state = await read.one(runs.runState({ runId: id }));
      // guard: imported-run-read
      if (state !== null && texts.run(state.run).isOfFile === true) {
        const text = 'It came from a file, to be read. Begin a run of your own with its goal.';
        return err({ code: 'invalid_transition', text });
      }
      return steer(id, 'REOPEN', caller);
    },

    async removeRun({ params: { id } }, caller) {
      const outcome = await store.run(removeRun, { runId: id, by: person(caller) });
      if (outcome === 'removed') return ok({ deleted: true });
      if (outcome === 'not_found') return err(noRun(id));
      return err({ code: outcome, text: 'The run goes on: stop it first.' });
    },

    async acceptRunPlan({ params: { id }, body: { plan: planHash } }, caller) {
      const outcome = await store.run(acceptPlan, { runId: id, planHash, by: person(caller) });
      if (outcome === 'not_found') return err(noRun(id));
      if (outcome === 'accepted') return shown(id);
      const text = 'No plan of the run waits to be accepted.';
      if (outcome === 'invalid_transition') return err({ code: outcome, text });
      const since = 'The planner has made another plan since. Look at that one.';
      return err({ code: 'invalid_transition', text: since, field: 'body.plan' });
    },

    async setRunPlan({ params: { id }, body: { tasks, confirmed } }, caller) {
      const state = await read.one(runs.runState({ runId: id }));
      if (state === null) return err(noRun(id));
      const wishes = tasks.map(({ depends_on: dependsOn, done_when: doneWhen, ...rest }) => ({
        ...rest,
        dependsOn,
        doneWhen,
      }));
      const told = wishes.flatMap((wish) => taskTold(wish, state, texts));
      const looked = lookedOver(told, confirmed, 'body.tasks');
      if (!looked.ok) return looked;
      const made = newTasks(wishes, state, {
        texts,
        planId: ownId(caller, [id, tasks], newId),
        now: now(),
      });
      if (!made.ok) return err({ ...made.error, field: 'body.tasks' });
      const outcome = await store.run(planRun, { runId: id, ...made.value, by: person(caller) });
      switch (outcome) {
        case 'planned':
        case 'waits':
          return shown(id);
        case 'not_found':
          return err(noRun(id));
        case 'run_ended':
          return err({ code: outcome, text: 'The run is over.' });
        default:
          return err({ code: 'invalid_transition', text: `The run is ${state.run.status}.` });
      }
    },

    async updateRunTask({ params: { id, task: taskId }, body }, caller) {
      const event = { done: 'DONE', dropped: 'DROP', again: 'AGAIN', expected: 'EXPECT' } as const;
      const { status, title, instructions, result, confirmed } = body;
      const state = await read.one(runs.runState({ runId: id }));
      const role = state?.tasks.find((task) => task.taskId === taskId)?.role;
      if (state === null || role === undefined) return err(unknown('task', taskId, 'taskId'));
      const words = { title: title ?? '', instructions: instructions ?? '', role };
      const told = taskTold(words, state, texts);
      // What came of it is told to whoever does it again.
      const notes = result === undefined ? [] : [{ text: result, shell: null }];
      const looked = lookedOver([...told, ...notes], confirmed, 'body.instructions');
      if (!looked.ok) return looked;
      const changed = await writer.task(
        { runId: id, taskId },
        {
          event: status === undefined ? null : { type: event[status] },
          isNews: status !== undefined && status !== 'expected',
          changedBy: null,
          ...(status !== undefined && { mark: null }),
          by: person(caller),
          ...(status === 'again' && { set: { workerId: null } }),
          ...(status === 'expected' && { set: { isExpected: true } }),
        },
        (before) => ({
          ...before,
          title: title ?? before.title,
          instructions: instructions ?? before.instructions,
          ...(instructions !== undefined && {
            isForShell: told.some(({ shell }) => shell !== null),
          }),
          result: result ?? before.result,
          blockedBy: status === undefined ? before.blockedBy : null,
        }),
      );
      return changed.ok ? shown(id) : err(changed.error);
    },

    async sendToWorkers({ params: { id }, body: { workers, text, confirmed } }, caller) {
      const state = await read.one(runs.runState({ runId: id }));
      if (state === null) return err(noRun(id));
      const all = state.workers.flatMap(({ worker }) =>
        worker.isPlanner || worker.endedAt !== null ? [] : worker.workerId,
      );
      const ids = workers === 'all' ? all : [...new Set(workers)];
      const stranger = ids.find((one) =>
        state.workers.every(({ worker }) => worker.workerId !== one),
      );
      if (stranger !== undefined) {
        const why = `No worker of the run is ${stranger}.`;
        return err({ code: 'unknown_tab', text: why, field: 'body.workers' });
      }
      const looked = lookedOver(toldTo(text, ids, state, texts), confirmed);
      if (!looked.ok) return looked;
      const sayings = ids.map((workerId) => {
        const inputId = ownId(caller, [id, text, workerId], newId);
        const sealed = texts.sealInput(inputId, { text });
        return { inputId, workerId, sealed, looked: looked.value };
      });
      const outcome = await store.run(sayToWorkers, {
        runId: id,
        sayings,
        origin: ids.length > 1 ? 'broadcast' : 'person',
        by: person(caller),
        version: null,
      });
      if (outcome === 'run_ended') return err({ code: outcome, text: 'The run is over.' });
      if (outcome === 'worker_lost') return err({ code: outcome, text: 'A worker has ended.' });
      if (outcome === 'max_inputs' || outcome === 'max_minutes')
        return err({ ...spentError(outcome, state, ids), field: 'body.workers' });
      const inputs = await read.one(runs.runInputs({ runId: id, limit: MAX_INPUTS }));
      const made = new Set(sayings.map(({ inputId }) => inputId));
      return ok({ inputs: inputs.filter(({ inputId }) => made.has(inputId)).map(inputView) });
    },

    async answerRun({ params: { id }, body: { question, text, confirmed } }, caller) {
      const state = await read.one(runs.runState({ runId: id }));
      if (state === null) return err(noRun(id));
      const { questions } = texts.run(state.run);
      const asked = questions.find(({ questionId }) => questionId === question);
      if (asked === undefined) return err(unknown('question', question, 'body.question'));
      // The same answer again, after a crash perhaps.
      if (asked.answer === text) return shown(id);
      if (asked.answer !== null)
        return err({ code: 'invalid_transition', text: 'The question is answered already.' });
      const looked = lookedOver([{ text, shell: null }], confirmed);
      if (!looked.ok) return looked;
      const inputId = ownId(caller, [id, question, text], newId);
      const sealed = texts.sealInput(inputId, { text: answerPrompt(asked.question, text) });
      const written = await writer.run(
        id,
        person(caller),
        (before) => ({
          ...before,
          questions: before.questions.map((one) =>
            one.questionId === question ? { ...one, answer: text } : one,
          ),
        }),
        {
          event: 'run.answered',
          saying: { inputId, workerId: state.run.plannerId, sealed, looked: looked.value },
        },
      );
      return written.ok ? shown(id) : err(written.error);
    },

    async listRunInputs({ params: { id } }) {
      const { state, inputs } = await read.snapshot({
        state: runs.runState({ runId: id }),
        inputs: runs.runInputs({ runId: id, limit: MAX_INPUTS }),
      });
      return state === null ? err(noRun(id)) : ok({ items: inputs.map(inputView) });
    },

    async listRunCalls({ params: { id }, query }) {
      const page = readPageQuery(query);
      if (!page.ok) return page;
      const { state, actions } = await read.snapshot({
        state: runs.runState({ runId: id }),
        actions: runs.runActions({ runId: id, workerId: query.worker, page: page.value }),
      });
      if (state === null) return err(noRun(id));
      return ok({ items: actions.items.map(callView), next_cursor: writeCursor(actions.next) });
    },

    markWorker: ({ params: { id, worker }, body: { mark } }, caller) =>
      set(id, worker, { mark }, caller),
    async holdWorker({ params: { id, worker }, body: { held } }, caller) {
      const state = held ? null : await read.one(runs.runState({ runId: id }));
      const own = state?.workers.find((one) => one.worker.workerId === worker);
      if (own !== undefined) await programs.giveBack(own.worker);
      return set(id, worker, { heldBy: held ? 'person' : null }, caller);
    },
    async addWorker({ params: { id }, body: { confirmed, ...wish } }, caller) {
      const { role, template, task, folder } = wish;
      const told = task === null ? [] : [{ text: task, shell: null }];
      const looked = lookedOver(told, confirmed, 'body.task');
      if (!looked.ok) return looked;
      const workerId = ownId(caller, [id, role, template, task, folder], newId);
      return withMore(id, (state) => more.add(state, { workerId, ...wish }, true, person(caller)));
    },
    restartWorker: ({ params: { id, worker } }, caller) =>
      withMore(id, (state) => {
        const workerId = ownId(caller, [id, worker, 'restart'], newId);
        return more.restart(state, { old: worker, workerId }, person(caller));
      }),
    endWorker: ({ params: { id, worker } }, caller) => set(id, worker, 'ended', caller),
  };
}
