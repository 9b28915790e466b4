import { isAbsolute, relative } from 'node:path';

import { err, ok, type Result } from '../../../../../shared/lib/result.ts';
import type { CodedError } from '../../../../../shared/model/error-codes.ts';
import { oneLine } from '../../../baa/one-line.ts';
import type { IdSource } from '../../../engine/runtime.ts';
import type { ConversationMode } from '../../heart/conversations/feature.ts';
import { refused } from '../../heart/deliveries/feature.ts';
import { newLineKey } from './lines/tool-line.ts';
import { isReviewer } from './new-tasks.ts';
import { NO_CALLS } from './role-limits.ts';
import type { RunWorker } from './rows.ts';
import type { RunTextsOf } from './run-texts.ts';
import type { TeamRole } from './teams.ts';
import { chatTemplateId, readTemplateId } from './template-id.ts';

/** In UTF-16 units. */
const MAX_GOAL_IN_TITLE = 60;

/** A conversation that a worker is to be. */
export interface NamedConversation {
  readonly mode: ConversationMode;
  /** true: works for another run that has not ended, or for an agent. */
  readonly isTaken: boolean;
}

/** Sources that workers can be made of now (`worker-sources.ts`). */
export interface WorkerSources {
  /** Sites where a chat can begin. */
  readonly startable: readonly string[];
  /** Conversations that are named, by our ids; one that is not there is missing. */
  readonly conversations: ReadonlyMap<string, NamedConversation>;
  /** Why nothing can be made of a template of another kind now; null: something can. */
  readonly faults: ReadonlyMap<string, CodedError | null>;
  /** Where the program of a template works, or why it may not work there. */
  readonly folders: ReadonlyMap<string, Result<string, CodedError>>;
  /** Templates of shells, and how each shell is called; empty: as nobody knows. */
  readonly shells: ReadonlyMap<string, string>;
}

/** Why there can be no such worker: something of what it is to be made of, or of where it is to work. */
export type WorkerFault = CodedError & { readonly of: 'template' | 'folder' };

/** The row of a worker as it is asked for. A role without a template takes the first chat that can be begun. */
export function newWorker(
  { role, isPlanner, task, template, rules, limits }: TeamRole,
  at: { readonly runId: string; readonly position: number; readonly goal: string },
  deps: {
    readonly sources: WorkerSources;
    readonly texts: RunTextsOf;
    readonly newId: IdSource;
    readonly now: number;
  },
): Result<RunWorker, WorkerFault> {
  const { sources, texts, newId, now } = deps;
  const [first] = sources.startable;
  const templateId = template ?? (first === undefined ? null : chatTemplateId(first));
  const fault = faultOf(templateId, role, sources);
  if (templateId === null || fault !== null) return err({ ...(fault ?? NOTHING), of: 'template' });
  const folder = sources.folders.get(templateId);
  if (folder?.ok === false) return err({ ...folder.error, of: 'folder' });
  const shellName = sources.shells.get(templateId);
  const isShell = shellName !== undefined;
  if (isShell && (isPlanner || isReviewer(role))) {
    const text = `${role} cannot be a shell: it runs what it is told, and says nothing.`;
    return err({ code: 'invalid_request', text, of: 'template' });
  }
  const { folders, calls, commands, maxInputs, maxMinutes } = limits;
  if (
    folder !== undefined &&
    folders.length > 0 &&
    // guard: role-folders
    !folders.some((one) => holds(one, folder.value))
  ) {
    const text = `${role} works in ${folders.join(', ')} alone (limits.folders), and not in ${folder.value}.`;
    return err({ code: 'folder_refused', text, of: 'folder' });
  }
  if (!calls && isReviewer(role)) {
    const text = `${role} cannot do without calls (limits.calls): it says by one whether a task is done.`;
    return err({ code: 'invalid_request', text, of: 'template' });
  }
  if (commands.allow !== null && !isShell) {
    const text = `${role} is no shell, and only of a shell is known what it runs: say what it may not be told (limits.commands.deny).`;
    return err({ code: 'invalid_request', text, of: 'template' });
  }
  const workerId = newId();
  return ok({
    workerId,
    runId: at.runId,
    position: at.position,
    role,
    templateId,
    isPlanner,
    conversationKey: null,
    begunAt: null,
    rules: calls ? rules : [...rules, NO_CALLS],
    limits: { maxInputs, maxMinutes },
    mark: null,
    heldBy: null,
    endedAt: null,
    sealed: texts.sealWorker(workerId, {
      title: `${role} · ${oneLine(at.goal, MAX_GOAL_IN_TITLE)}`,
      task,
      ...(folders.length > 0 && { folders }),
      ...((commands.allow !== null || commands.deny.length > 0) && { commands }),
      ...(folder !== undefined && {
        program: {
          folder: folder.value,
          key: newLineKey(),
          isShell,
          ...(shellName !== undefined && { shellName }),
        },
      }),
    }),
    createdAt: now,
    version: 1,
  });
}

const NOTHING = { code: 'template_missing', text: 'Nothing to make a worker of.' } as const;

/** Checks whether a path is the folder itself or below it. */
function holds(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (!way.startsWith('..') && !isAbsolute(way));
}

/** Why no worker of the role can be made of it; null: one can. */
export function faultOf(
  templateId: string | null,
  role: string,
  { startable, conversations, faults }: WorkerSources,
): CodedError | null {
  const template = templateId === null ? null : readTemplateId(templateId);
  if (template?.kind === 'conversation') {
    const found = conversations.get(template.localConversationId);
    if (found === undefined)
      return { code: 'not_found', text: `There is no conversation for ${role} of that id.` };
    if (found.isTaken)
      return {
        code: 'conversation_bound',
        text: `The conversation for ${role} works for a run, or for an agent.`,
      };
    return found.mode === 'auto' ? null : refused(`conversation_${found.mode}`);
  }
  const fault = templateId === null ? undefined : faults.get(templateId);
  if (fault !== undefined) return fault;
  if (template?.kind === 'chat' && startable.includes(template.platform)) return null;
  const what = templateId === null ? 'No chat' : `No chat of ${templateId}`;
  const text = `${what} can be begun for ${role}. ${whichOf(startable)}`;
  return { code: 'template_missing', text };
}

function whichOf(startable: readonly string[]): string {
  return startable.length === 0
    ? 'Open a chat site once in a paired browser.'
    : `It can be done with ${startable.map(chatTemplateId).join(', ')}.`;
}
