import { err, ok, type Result } from '../../../../../shared/lib/result.ts';
import type { CodedError } from '../../../../../shared/model/error-codes.ts';
import type { Clock, Store } from '../../../engine/runtime.ts';
import { OWN_WORDS } from './looked-at.ts';
import { newWorker, type WorkerFault } from './new-worker.ts';
import { joinedNote } from './prompts.ts';
import type { RunState, WorkerState } from './queries.ts';
import type { RunWorker } from './rows.ts';
import type { By } from './run-changes.ts';
import type { RunTextsOf } from './run-texts.ts';
import { callsNothing } from './role-limits.ts';
import { shellOf } from './shells.ts';
import { addWorker, type AddWorkerInput } from './steps/add-worker.ts';
import { NO_LIMITS } from './teams.ts';
import { namedConversation } from './template-id.ts';
import type { FindWorkerSources } from './worker-sources.ts';

/** A worker that somebody wants a run to have. What is null is as one of its role has it. */
export interface WorkerWish {
  /** The same again makes the same. */
  readonly workerId: string;
  readonly role: string;
  readonly template: string | null;
  readonly task: string | null;
  readonly folder: string | null;
}

/** Why there is no such worker, at the field of the wish where it is one. */
export type NoWorker = CodedError & { readonly of?: WorkerFault['of'] | 'task' };

/** Workers that come to a run after it was made. */
export interface MoreWorkers {
  /** @param tells Whether the planner is told of it. */
  readonly add: (
    state: RunState,
    wish: WorkerWish,
    tells: boolean,
    by: By,
  ) => Promise<Result<null, NoWorker>>;
  /**
   * A new one in the place of another, which gives it its tasks.
   *
   * @param over The task over which Baton decided so by itself; null: somebody asked for it.
   */
  readonly restart: (
    state: RunState,
    at: { readonly old: string; readonly workerId: string },
    by: By,
    over?: AddWorkerInput['over'],
  ) => Promise<Result<null, NoWorker>>;
}

export function createMoreWorkers(deps: {
  readonly store: Store;
  readonly texts: RunTextsOf;
  readonly sources: FindWorkerSources;
  readonly maxWorkers: () => number;
  readonly now: Clock;
}): MoreWorkers {
  const { store, texts, sources, maxWorkers, now } = deps;

  async function make(
    { run, workers }: RunState,
    { workerId, role, template, task, folder }: WorkerWish,
    how: {
      readonly isPlanner: boolean;
      readonly replaces: string | null;
      readonly tells: boolean;
      readonly by: By;
      readonly over?: AddWorkerInput['over'];
    },
  ): Promise<Result<null, NoWorker>> {
    const { goal, isLocked } = texts.run(run);
    if (isLocked || !texts.canSeal())
      return err({ code: 'seal_locked', text: 'The run is sealed, and its key is not here.' });
    const like = alike(workers, role);
    const replaced = workers.find(({ worker }) => worker.workerId === how.replaces)?.worker;
    const itsTask = task ?? (like === undefined ? null : texts.worker(like).task);
    if (itsTask === null)
      return err({
        code: 'invalid_request',
        text: `Nobody of the run is ${role} yet: say what it is there for.`,
        of: 'task',
      });
    const itsTemplate =
      template ??
      (like === undefined || namedConversation(like.templateId) !== null ? null : like.templateId);
    const of = like === undefined ? undefined : texts.worker(like);
    const program = of?.program;
    const found = await sources(
      itsTemplate === null ? [] : [itsTemplate],
      folder ?? program?.folder ?? null,
    );
    const made = newWorker(
      {
        role: like?.role ?? role,
        isPlanner: how.isPlanner,
        task: itsTask,
        template: itsTemplate,
        rules: (replaced ?? like)?.rules ?? [], // guard: role-rules-of-more
        limits: {
          ...NO_LIMITS,
          ...(replaced ?? like)?.limits,
          folders: of?.folders ?? [],
          commands: of?.commands ?? NO_LIMITS.commands,
        },
      },
      { runId: run.runId, position: 0, goal },
      { sources: found, texts, newId: () => workerId, now: now() },
    );
    if (!made.ok) return made;
    const worker = made.value;
    const note = `${workerId}.joined`;
    const text = joinedNote({
      ...worker,
      isShell: shellOf(worker, texts) !== null,
      isMute: callsNothing(worker),
    });
    const saying = how.tells
      ? {
          inputId: note,
          workerId: run.plannerId,
          sealed: texts.sealInput(note, { text }),
          looked: OWN_WORDS,
        }
      : null;
    const { replaces, by, over = null } = how;
    const outcome = await store.run(addWorker, {
      worker,
      replaces,
      over,
      saying,
      maxWorkers: maxWorkers(),
      by,
    });
    // Decided on what was so no longer: nothing is to be done.
    return outcome === 'added' || outcome === 'changed' ? ok(null) : err(REFUSALS[outcome]);
  }

  return {
    add: (state, wish, tells, by) =>
      make(state, wish, { isPlanner: false, replaces: null, tells, by }),
    restart(state, { old, workerId }, by, over = null) {
      const worker = state.workers.find((one) => one.worker.workerId === old)?.worker;
      if (worker === undefined) return Promise.resolve(err(REFUSALS.unknown_tab));
      const { role, templateId, isPlanner } = worker;
      const isBegunAlready = state.workers.some((one) => one.worker.workerId === workerId);
      if (isPlanner && old !== state.run.plannerId && !isBegunAlready)
        return Promise.resolve(err(REFUSALS.was_planner));
      if (namedConversation(templateId) !== null)
        return Promise.resolve(
          err({
            code: 'invalid_transition',
            text: 'It is a chat that was there before the run: end it, and add another.',
          }),
        );
      const { task, program } = texts.worker(worker);
      const folder = program?.folder ?? null;
      const wish = { workerId, role, template: templateId, task, folder };
      return make(state, wish, { isPlanner, replaces: old, tells: false, by, over });
    },
  };
}

/** One of the role that works, else one that did: the newest. */
function alike(workers: readonly WorkerState[], role: string): RunWorker | undefined {
  const its = workers
    .map(({ worker }) => worker)
    .filter((one) => !one.isPlanner && one.role.toLowerCase() === role.toLowerCase());
  return its.findLast(({ endedAt }) => endedAt === null) ?? its.at(-1);
}

const REFUSALS = {
  not_found: { code: 'not_found', text: 'The run is gone.' },
  run_ended: { code: 'run_ended', text: 'The run is over.' },
  unknown_tab: { code: 'unknown_tab', text: 'No worker of the run is that.' },
  was_planner: { code: 'invalid_transition', text: 'The run has another planner by now.' },
  too_many: {
    code: 'quota_exceeded',
    text: 'A run has no more workers than the setting runs.max_workers says. End one first.',
  },
  taken: { code: 'conversation_bound', text: 'The chat works for a run already.' },
} as const satisfies Record<string, CodedError>;
