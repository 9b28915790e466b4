import type { Result } from '../../../../../shared/lib/result.ts';
import { conversationRef } from '../../../../../shared/model/conversation-key.ts';
import type { CodedError } from '../../../../../shared/model/error-codes.ts';
import type { Reader } from '../../../engine/query.ts';
import type { NamedConversation, WorkerSources } from './new-worker.ts';
import { workingFolder } from './programs/program-templates.ts';
import { namedConversation, readTemplateId } from './template-id.ts';
import type { TemplateKinds } from './template-kinds.ts';
import * as conversations from '../../heart/conversations/queries.ts';
import * as runs from './queries.ts';
import * as bindings from '../../heart/lineage/bindings/queries.ts';
import * as agents from '../../minds/agents/queries.ts';

/** Looks up what workers can be made of, for templates that are named. @param folder Where programs work; null: where each says. */
export type FindWorkerSources = (
  templates: readonly string[],
  folder: string | null,
) => Promise<WorkerSources>;

export function createWorkerSources(deps: {
  readonly read: Reader;
  readonly startable: () => readonly string[];
  readonly kinds: Pick<TemplateKinds, 'fault' | 'folder' | 'shellName'>;
  readonly dataFolder: string;
}): FindWorkerSources {
  const { read, startable, kinds, dataFolder } = deps;

  async function conversationsIn(
    templates: readonly string[],
  ): Promise<ReadonlyMap<string, NamedConversation>> {
    const found = new Map<string, NamedConversation>();
    const names = new Set<string>();
    for (const templateId of templates) {
      const localConversationId = namedConversation(templateId);
      if (localConversationId === null) continue;
      const row = await read.one(conversations.conversationByLocalId({ localConversationId }));
      if (row === null) continue;
      const { conversationKey, mode } = row;
      const { workers, bound, session } = await read.snapshot({
        workers: runs.runWorkersOf({
          localConversationIds: [localConversationId],
          exceptRun: '',
        }),
        bound: bindings.bindingOfChat({ refs: [conversationRef(conversationKey)] }),
        session: agents.agentSessionOf({ conversationKey }),
      });
      const isTaken =
        workers.length > 0 ||
        // What it says there is the agent's, or whoever's asked the agent.
        bound !== null ||
        typeof session?.parentInstructionId === 'string' ||
        // Nor can it be two of one team.
        names.has(localConversationId);
      names.add(localConversationId);
      found.set(localConversationId, { mode, isTaken });
    }
    return found;
  }

  /** Returns faults of templates that need more than a check of their site or conversation. */
  async function faultsOf(
    templates: readonly string[],
  ): Promise<ReadonlyMap<string, CodedError | null>> {
    const found = new Map<string, CodedError | null>();
    for (const templateId of templates) {
      const template = readTemplateId(templateId);
      if (template === null || template.kind === 'chat' || template.kind === 'conversation')
        continue;
      found.set(templateId, await kinds.fault(template));
    }
    return found;
  }

  async function foldersOf(templates: readonly string[], asked: string | null) {
    const found = new Map<string, Result<string, CodedError>>();
    for (const templateId of templates) {
      const own = await kinds.folder(templateId);
      if (own !== undefined) found.set(templateId, workingFolder(asked ?? own, dataFolder));
    }
    return found;
  }

  async function shellsIn(templates: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    for (const templateId of templates) {
      const name = await kinds.shellName(templateId);
      if (name !== null) found.set(templateId, name);
    }
    return found;
  }

  return async (templates, folder) => ({
    startable: startable(),
    conversations: await conversationsIn(templates),
    faults: await faultsOf(templates),
    folders: await foldersOf(templates, folder),
    shells: await shellsIn(templates),
  });
}
