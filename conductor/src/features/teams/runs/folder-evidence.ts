import { oneLine } from '../../../baa/one-line.ts';
import { type ChangedFiles, changedFiles } from './changed-files.ts';
import type { RunState } from './queries.ts';
import type { RunEvidence, RunTask } from './rows.ts';
import type { RunTextsOf } from './run-texts.ts';

const MAX_PATH = 300;

/** Finds evidence for a task without being told of it. */
export type FolderEvidence = (
  task: RunTask,
  state: RunState,
  made: Pick<RunEvidence, 'evidenceId' | 'createdAt'>,
) => Promise<readonly RunEvidence[]>;

const SUFFIX = '.files';

/** The id of what the folder shows beside a call. */
export const ofFolder = (instructionId: string): string => `${instructionId}${SUFFIX}`;

/** Checks whether evidence was found in a folder, no matter who made it. No task can require it. */
export const isOfFolder = (evidenceId: string): boolean => evidenceId.endsWith(SUFFIX);

/**
 * The files that changed in the folder of a worker since it was told of its task. Others may work there too: that they
 * changed is seen, and not by whom.
 */
export function createFolderEvidence(texts: RunTextsOf): FolderEvidence {
  return async ({ runId, taskId, workerId, begunAt }, { workers }, made) => {
    const worker = workers.find((one) => one.worker.workerId === workerId)?.worker;
    const folder = worker && texts.worker(worker).program?.folder;
    if (folder === undefined || begunAt === null) return [];
    const changed = await changedFiles(folder, begunAt);
    if (changed.count === 0) return [];
    const { evidenceId } = made;
    const sealed = texts.sealEvidence(evidenceId, wordsOf(changed));
    return [{ ...made, runId, taskId, workerId, kind: 'file', sealed, version: 1 }];
  };
}

function wordsOf({ count, paths, isPart }: ChangedFiles): { title: string; detail: string } {
  const files = count === 1 ? '1 file' : `${count} files`;
  const more = count - paths.length;
  return {
    title: `Changed in its folder, as Baton saw it: ${isPart ? 'at least ' : ''}${files}`,
    detail: [
      ...paths.map((path) => oneLine(path, MAX_PATH)),
      ...(more > 0 ? [`… and ${more} more`] : []),
    ].join('\n'),
  };
}
