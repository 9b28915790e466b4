import type { Reader } from '../../../../engine/query.ts';
import { planningWords } from '../planning-words.ts';
import { firstWords, roleWords, takenOver, taskWords } from '../prompts.ts';
import { callsNothing } from '../role-limits.ts';
import type { RunWorker } from '../rows.ts';
import type { RunTextsOf } from '../run-texts.ts';
import { shellOf } from '../shells.ts';
import * as runs from '../queries.ts';

/**
 * Adds an introduction to the text for a program that was started again within its run: the new process knows neither
 * its role nor how to call tools. A text that contains the introduction already, and a text for a shell, stays as it
 * is.
 */
export function createBegunAnew(deps: {
  readonly read: Reader;
  readonly texts: RunTextsOf;
  readonly manual: (worker: RunWorker) => string;
}): (worker: RunWorker, text: string) => Promise<string> {
  const { read, texts, manual } = deps;
  const isShell = (worker: RunWorker): boolean => shellOf(worker, texts) !== null;
  return async (worker, text) => {
    const { runId, workerId, isPlanner, role } = worker;
    const { program, task } = texts.worker(worker);
    const isMute = callsNothing(worker);
    if (program === undefined || isShell(worker)) return text;
    if (text.includes(isMute ? roleWords({ role, task }) : program.key)) return text;
    const state = await read.one(runs.runState({ runId }));
    if (state === null) return text;
    const of = state.tasks.map((one) => ({ task: one, texts: texts.task(one) }));
    if (isPlanner) {
      const told = planningWords(state, worker, { texts, manual: manual(worker), isShell });
      return [told, takenOver(of, texts.run(state.run).questions), text]
        .filter((part) => part !== '')
        .join('\n\n');
    }
    const has = of
      .filter((one) => one.task.workerId === workerId && UNDER_WAY.has(one.task.status))
      .map((one) => taskWords(one.texts))
      .filter((words) => !text.includes(words));
    return firstWords([...has, text].join('\n\n'), {
      role: { role, task, isMute },
      manual: isMute ? '' : manual(worker),
    });
  };
}

const UNDER_WAY = new Set(['working', 'review', 'blocked']);
