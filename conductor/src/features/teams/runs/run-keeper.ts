import { createKeyedWork } from '../../../engine/keyed-work.ts';
import type { Log } from '../../../engine/runtime.ts';
import type { Kit } from '../../../engine/feature.ts';
import { committed, fitMessage, type MessageFitting } from '../../heart/deliveries/feature.ts';
import { MAX_STALLS, type Move, nextMove, type Shells } from './next-move.ts';
import {
  ASK_FOR_REPORT,
  digest,
  firstWords,
  planHint,
  RESTS,
  reviewPrompt,
  type Role,
  standingDigest,
  taskPrompt,
  takenOver,
  withoutOwnWords,
} from './prompts.ts';
import type { MoreWorkers } from './more-workers.ts';
import { planningWords } from './planning-words.ts';
import type { SeenProgram } from './programs/program-port.ts';
import type { RunState, WorkerState } from './queries.ts';
import type { RunTextsOf } from './run-texts.ts';
import type { Run, RunWorker } from './rows.ts';
import type { By } from './run-changes.ts';
import type { SettingsNow } from '../../ground/settings/feature.ts';
import { callsNothing, spentWords } from './role-limits.ts';
import { shellOf } from './shells.ts';
import { advanceRun } from './steps/advance-run.ts';
import { OWN_WORDS } from './looked-at.ts';
import { changeTaskOfRun } from './steps/change-task.ts';
import { type SayInput, sayToWorkers } from './steps/say-to-workers.ts';
import { sendInput } from './steps/send-input.ts';
import type { TemplateKinds } from './template-kinds.ts';
import { withProgram } from './worker-status.ts';
import * as runs from './queries.ts';

/** More moves than that in one go would be a loop of our own. */
const MOVES_AT_ONCE = 50;

/** Sees to it that runs go on: after each change, and as time passes. */
export interface RunKeeper {
  /** Something of the run changed. */
  look(runId: string): void;
  /** Something of a conversation changed, which may be one of theirs. It costs nothing where none is open. */
  lookAtOpen(): void;
  /** Looks after all that are open, as the rows say. Resolves when nothing is left to do for now. */
  sweep(): Promise<void>;
  stop(): Promise<void>;
}

export function createRunKeeper(
  { store, read, now, newId, settings: { finalTimeoutMs, maxAttempts } }: Kit,
  deps: MessageFitting & {
    readonly texts: RunTextsOf;
    readonly kinds: TemplateKinds;
    readonly settings: SettingsNow;
    readonly more: MoreWorkers;
    /** Returns what is seen of a worker's program, if the worker is one. */
    readonly seen: (worker: RunWorker) => SeenProgram | null;
    readonly log: Log;
  },
): RunKeeper {
  const { texts, kinds, settings, more, seen, log } = deps;
  /** As the last sweep saw it, and what changed since: the next one puts it right. */
  let open = new Set<string>();
  let stopped = false;

  const shells: Shells = {
    isShell: (worker) => shellOf(worker, texts) !== null,
    isForShell: (task) => texts.task(task).isForShell === true,
  };

  /** With what is seen of programs. */
  const asSeen = (state: RunState): RunState => ({
    ...state,
    workers: state.workers.map((one) => withProgram(one, seen(one.worker))),
  });

  const byBaton = (): By => ({ now: now(), actor: 'conductor' });

  async function say(
    { run }: RunState,
    to: WorkerState,
    text: string,
    more: Partial<Pick<SayInput, 'set' | 'task'>> = {},
  ): Promise<void> {
    const inputId = newId();
    await store.run(sayToWorkers, {
      runId: run.runId,
      sayings: [
        {
          inputId,
          workerId: to.worker.workerId,
          sealed: texts.sealInput(inputId, { text }),
          looked: OWN_WORDS,
        },
      ],
      origin: 'run',
      by: byBaton(),
      version: run.version,
      ...more,
    });
  }

  const advance = (run: Run, move: Parameters<typeof advanceRun.decide>[1]['move']) =>
    store.run(advanceRun, { runId: run.runId, version: run.version, move, now: now() });

  /** False: it waits. */
  async function send(
    state: RunState,
    { input, to }: Extract<Move, { kind: 'send' }>,
  ): Promise<boolean> {
    const { run } = state;
    const { worker } = to;
    const text = texts.input(input)?.text ?? '';
    const { title } = texts.worker(worker);
    const begun = worker.begunAt === null ? await kinds.begin({ worker, title }) : null;
    // Nothing can be made of it now: it waits until there can.
    if (begun?.ok === false) {
      log.warn({ run: run.runId, code: begun.error.code }, 'a worker of a run waits');
      return false;
    }
    const begin = begun?.value ?? null;
    const platform = to.conversation?.platform ?? begin?.platform ?? '';
    const jobId = newId();
    const fit = await fitMessage(text, { jobId, platform }, deps);
    // No room for it on the disk: it waits until there is.
    if (!fit.ok) {
      log.warn({ run: run.runId, code: fit.error.code }, 'a text of a run waits');
      return false;
    }
    return committed(
      store.run(sendInput, {
        runId: run.runId,
        inputId: input.inputId,
        version: run.version,
        text: fit.value.text,
        fullText: text,
        foreignText: withoutOwnWords(text, kinds.manual(worker)),
        stored: fit.value.stored,
        jobId,
        begin,
        finalTimeoutMs,
        maxAttempts,
        now: now(),
      }),
      fit.value,
    );
  }

  const roleOf = (worker: RunWorker): Role => ({
    role: worker.role,
    task: texts.worker(worker).task,
    isMute: callsNothing(worker),
  });

  /** Returns what a worker must know before its first text; null: it was told already. */
  const firstOf = ({ worker }: WorkerState) =>
    worker.begunAt === null
      ? { role: roleOf(worker), manual: callsNothing(worker) ? '' : kinds.manual(worker) }
      : null;

  async function block(
    { run }: RunState,
    { task, why, worker }: Extract<Move, { kind: 'block' }>,
  ): Promise<void> {
    const blockedBy = {
      silent: 'It fell silent without a report.',
      stuck: 'It has said nothing for long in the midst of an answer.',
      gone: 'Its conversation is gone.',
      rests: RESTS,
      over: spentWords(worker.worker, 'max_minutes'),
      failed: `Its message could not be delivered: ${worker.lastJob?.lastErrorText ?? ''}`,
    }[why];
    await store.run(changeTaskOfRun, {
      runId: run.runId,
      taskId: task.taskId,
      version: task.version,
      event: { type: 'BLOCK' },
      sealed: texts.sealTask(task.taskId, { ...texts.task(task), blockedBy }),
      mark: why === 'rests' ? null : 'needs_input',
      isNews: true,
      by: { ...byBaton(), detail: { why } },
    });
  }

  async function restart(state: RunState, move: Extract<Move, { kind: 'restart' }>): Promise<void> {
    const { task, why, worker } = move;
    const old = worker.worker.workerId;
    const by = { ...byBaton(), detail: { why } };
    const made = await more.restart(state, { old, workerId: newId() }, by, task);
    // No other can come in its place: a person looks.
    if (!made.ok) return block(state, { ...move, kind: 'block' });
  }

  /** A member that looks at what another one did. */
  function review({ evidence }: RunState, { task, to }: Extract<Move, { kind: 'review' }>): string {
    const shown = evidence
      .filter(({ taskId }) => taskId === task.taskId)
      .map((one) => ({ kind: one.kind, ...texts.evidence(one) }));
    return reviewPrompt(task.taskId, texts.task(task), shown, firstOf(to));
  }

  /** How all stands, for the planner. */
  function standing({ run, tasks }: RunState, stalls: number): string {
    const told = tasks.map((task) => ({ task, texts: texts.task(task) }));
    const { inputs } = run.limits;
    return standingDigest(told, { used: run.inputsUsed, inputs }, stalls >= MAX_STALLS);
  }

  async function make(state: RunState, move: Exclude<Move, { kind: 'send' }>): Promise<void> {
    const { run, tasks } = state;
    switch (move.kind) {
      case 'brief': {
        const { worker } = move.planner;
        const { isShell } = shells;
        const told = planningWords(state, worker, { texts, manual: kinds.manual(worker), isShell });
        if (run.status === 'starting') return say(state, move.planner, told);
        const all = tasks.map((task) => ({ task, texts: texts.task(task) }));
        const toldAt = Math.max(run.toldAt, ...tasks.map(({ newsAt }) => newsAt ?? 0));
        return say(state, move.planner, `${told}\n\n${takenOver(all, texts.run(run).questions)}`, {
          set: { toldAt },
        });
      }
      case 'hint':
        return say(state, move.planner, planHint(run.status === 'executing'), {
          set: { hints: run.hints + 1 },
        });
      case 'assign': {
        const task = texts.task(move.task);
        // It runs what it is told, and so is told nothing else.
        const told = shells.isShell(move.to.worker)
          ? task.instructions
          : taskPrompt(task, firstOf(move.to));
        return say(state, move.to, told, {
          task: { taskId: move.task.taskId, as: 'assigned' },
        });
      }
      case 'ask': {
        const first = firstOf(move.worker);
        const text = first === null ? ASK_FOR_REPORT : firstWords(ASK_FOR_REPORT, first);
        return say(state, move.worker, text, { task: { taskId: move.task.taskId, as: 'asked' } });
      }
      case 'tell': {
        const news = move.tasks.map((task) => ({ task, texts: texts.task(task) }));
        const toldAt = Math.max(...move.tasks.map(({ newsAt }) => newsAt ?? 0));
        return say(state, move.planner, digest(news, move.isAll), { set: { toldAt, hints: 0 } });
      }
      case 'review':
        return say(state, move.to, review(state, move), {
          task: { taskId: move.task.taskId, as: 'reviewed' },
        });
      case 'digest':
        return say(state, move.planner, standing(state, move.stalls), {
          set: { digestAt: now(), stalls: move.stalls },
        });
      case 'block':
        return block(state, move);
      case 'stuck':
        return void (await store.run(changeTaskOfRun, {
          runId: run.runId,
          taskId: move.task.taskId,
          version: move.task.version,
          event: { type: 'STUCK' },
          sealed: move.task.sealed,
          isNews: true,
          set: { stuckAt: now() },
          by: { ...byBaton(), detail: { worker: move.worker.worker.workerId } },
        }));
      case 'restart':
        return restart(state, move);
      case 'pause':
        return void (await advance(run, move.by));
      case 'fail':
      case 'ready':
      case 'planned':
      case 'complete':
      case 'finish':
        return void (await advance(run, move.kind));
    }
  }

  async function keep(runId: string): Promise<void> {
    const unsendable = new Set<string>();
    for (let moves = 0; moves < MOVES_AT_ONCE && !stopped; moves += 1) {
      const { enabled, silent_ms, digest_ms, stuck_ms } = settings.current().runs;
      if (!enabled) return;
      const state = await read.one(runs.runState({ runId }));
      const paces = { silentMs: silent_ms, digestMs: digest_ms, stuckMs: stuck_ms };
      const move = state && nextMove(asSeen(state), now(), { ...shells, ...paces }, unsendable);
      if (state === null || move === null) return;
      // Its words cannot be told: the run shows so, and waits for its key.
      if (texts.run(state.run).isLocked) return;
      if (move.kind !== 'send') await make(state, move);
      // It waits, and others do not wait for it.
      else if (!(await send(state, move))) unsendable.add(move.input.inputId);
    }
  }

  const looking = createKeyedWork(keep, (cause, run) =>
    log.error({ err: cause, run }, 'a run could not go on'),
  );

  return {
    look(runId) {
      open.add(runId);
      void looking.go(runId);
    },
    lookAtOpen() {
      for (const runId of open) void looking.go(runId);
    },
    async sweep() {
      open = new Set(await read.one(runs.openRuns()));
      await Promise.all([...open].map((runId) => looking.go(runId)));
    },
    async stop() {
      stopped = true;
      await looking.stop();
    },
  };
}
