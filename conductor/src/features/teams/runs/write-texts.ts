import { err, ok, type Result } from '../../../../../shared/lib/result.ts';
import type { CodedError } from '../../../../../shared/model/error-codes.ts';
import type { Reader } from '../../../engine/query.ts';
import type { Store } from '../../../engine/runtime.ts';
import type { RunTask } from './rows.ts';
import type { By } from './run-changes.ts';
import type { ReportSection, RunTexts, RunTextsOf, TaskTexts } from './run-texts.ts';
import { type ChangeTaskInput, changeTaskOfRun } from './steps/change-task.ts';
import { writeRun, type WriteRunInput } from './steps/write-run.ts';
import { unknown } from '../../../engine/not-found.ts';
import * as runs from './queries.ts';

/** Somebody else wrote meanwhile: read it again so often at most. */
const TRIES = 5;

export interface TextWriter {
  /** Changes a task together with its words. */
  readonly task: (
    at: { readonly runId: string; readonly taskId: string },
    change: Pick<
      ChangeTaskInput,
      'event' | 'mark' | 'isNews' | 'set' | 'evidence' | 'saying' | 'by'
    > & {
      /** The action that asks for it; null: a person does. What it has changed already stays so. */
      readonly changedBy: string | null;
    },
    words: (texts: TaskTexts, task: RunTask) => TaskTexts,
  ) => Promise<Result<null, CodedError>>;
  /** Changes what is written of a run. */
  readonly run: (
    runId: string,
    by: By,
    words: (texts: RunTexts) => RunTexts,
    more?: Partial<Pick<WriteRunInput, 'completes' | 'saying' | 'event'>>,
  ) => Promise<Result<null, CodedError>>;
}

/** Steps see no words: what is written is opened, changed and sealed before, and made anew where it was changed meanwhile. */
export function createTextWriter(deps: {
  readonly store: Store;
  readonly read: Reader;
  readonly texts: RunTextsOf;
}): TextWriter {
  const { store, read, texts } = deps;
  return {
    async task({ runId, taskId }, { changedBy, ...change }, words) {
      for (let tries = 0; tries < TRIES; tries += 1) {
        const state = await read.one(runs.runState({ runId }));
        const task = state?.tasks.find((one) => one.taskId === taskId);
        if (task === undefined) return err(unknown('task', taskId, 'taskId'));
        const { isLocked, ...before } = texts.task(task);
        // What stands in its place would be sealed over it.
        if (isLocked) return locked();
        if (changedBy !== null && before.changedBy === changedBy) return ok(null);
        const sealed = texts.sealTask(taskId, { ...words(before, task), changedBy });
        const { version } = task;
        const outcome = await store.run(changeTaskOfRun, {
          runId,
          taskId,
          version,
          sealed,
          ...change,
        });
        if (outcome === 'changed') return ok(null);
        if (outcome === 'stale') continue;
        if (outcome === 'not_found') return err(unknown('task', taskId, 'taskId'));
        if (outcome === 'run_ended') return err({ code: outcome, text: 'The run is over.' });
        return err({ code: outcome, text: `The task is ${task.status}.` });
      }
      return busy();
    },

    async run(runId, by, words, { completes = false, ...more } = {}) {
      for (let tries = 0; tries < TRIES; tries += 1) {
        const state = await read.one(runs.runState({ runId }));
        if (state === null) return err(unknown('run', runId, 'runId'));
        const { isLocked, ...before } = texts.run(state.run);
        if (isLocked) return locked();
        const after = words(before);
        const sealed = texts.sealRun(runId, after);
        const asks = after.questions.filter(({ answer }) => answer === null).length;
        const { version } = state.run;
        const outcome = await store.run(writeRun, {
          runId,
          version,
          sealed,
          completes,
          asks,
          by,
          ...more,
        });
        if (outcome === 'written') return ok(null);
        if (outcome === 'stale') continue;
        if (outcome === 'not_found') return err(unknown('run', runId, 'runId'));
        if (outcome === 'run_ended') return err({ code: outcome, text: 'The run is over.' });
        const open = state.tasks.filter(({ status }) => status !== 'done' && status !== 'dropped');
        const names = open.map(({ position, status }) => `${position + 1} (${status})`).join(', ');
        return err({ code: 'invalid_transition', text: `Tasks are open still: ${names}.` });
      }
      return busy();
    },
  };
}

/** A section as somebody writes it. */
interface Writing {
  readonly section: ReportSection;
  readonly text: string;
  readonly by: 'planner' | 'person';
  readonly mode: 'replace' | 'append';
  /** The action that writes it; null: a person does. */
  readonly writtenBy: string | null;
}

/** Writes a section: a planner never writes over what a person wrote, and no action writes twice. */
export function withSection(texts: RunTexts, writing: Writing): RunTexts {
  const { section, text, by, mode, writtenBy } = writing;
  const before = texts.report[section];
  if (writtenBy !== null && before?.writtenBy === writtenBy) return texts;
  const isPersons = by === 'planner' && before?.by === 'person';
  const old = (isPersons ? before.draft : before?.text) ?? '';
  const whole = mode === 'append' && old !== '' ? `${old}\n${text}` : text;
  const written = isPersons
    ? { ...before, draft: whole, writtenBy }
    : { text: whole, by, draft: by === 'person' ? (before?.draft ?? null) : null, writtenBy };
  return { ...texts, report: { ...texts.report, [section]: written } };
}

function locked(): Result<never, CodedError> {
  return err({ code: 'seal_locked', text: 'The run is sealed, and its key is not here.' });
}

function busy(): Result<never, CodedError> {
  return err({ code: 'internal', text: 'Too many write to it at once. Try again.' });
}
