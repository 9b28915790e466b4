import { taskWords } from './prompts.ts';
import type { RunState } from './queries.ts';
import type { Told } from '../../../text-risk/scan-risk.ts';
import type { ToldShell } from '../../../text-risk/told-shell.ts';
import type { RunTextsOf } from './run-texts.ts';
import type { RunWorker } from './rows.ts';

/** A task as it is wished for, as far as it says who does it. */
interface Wished {
  readonly title: string;
  readonly instructions: string;
  readonly doneWhen?: string | undefined;
  readonly role?: string | undefined;
  readonly worker?: string | undefined;
}

/** A worker that is a shell: it runs what it is told, and reports nothing. Null: it is another one. */
export function shellOf(worker: RunWorker, texts: RunTextsOf): ToldShell | null {
  const { program } = texts.worker(worker);
  if (program?.isShell !== true) return null;
  return { folder: program.folder, name: program.shellName ?? null };
}

/** Which commands a worker may be told to run, as its role says; nothing: any. */
export function heldTo(worker: RunWorker, texts: RunTextsOf): Pick<Told, 'held'> {
  const { commands } = texts.worker(worker);
  return commands === undefined ? {} : { held: { role: worker.role, commands } };
}

/** A text as those read it that are told it, by their ids. */
export function toldTo(
  text: string,
  ids: readonly string[],
  { workers }: RunState,
  texts: RunTextsOf,
): readonly Told[] {
  return ids.map((id) => {
    const one = workers.find(({ worker }) => worker.workerId === id)?.worker;
    if (one === undefined) return { text, shell: null };
    return { text, shell: shellOf(one, texts), ...heldTo(one, texts) };
  });
}

/** A task as those read it that may be given it: a shell is told nothing but what it is to run. */
export function taskTold(task: Wished, { workers }: RunState, texts: RunTextsOf): readonly Told[] {
  const team = workers.flatMap(({ worker }) =>
    worker.isPlanner || worker.endedAt !== null ? [] : worker,
  );
  const role = (task.role ?? team[0]?.role)?.toLowerCase();
  const text = taskWords(task);
  const each = team
    .filter((one) =>
      task.worker !== undefined ? one.workerId === task.worker : one.role.toLowerCase() === role,
    )
    .flatMap((one): Told | [] => {
      const shell = shellOf(one, texts);
      const held = heldTo(one, texts);
      if (shell !== null) return { text: task.instructions, shell, ...held };
      return held.held === undefined ? [] : { text, shell, ...held };
    });
  return [{ text, shell: null }, ...each];
}
