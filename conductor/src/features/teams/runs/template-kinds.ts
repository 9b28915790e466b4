import { err, ok, type Result } from '../../../../../shared/lib/result.ts';
import type { CodedError } from '../../../../../shared/model/error-codes.ts';
import type { Reader } from '../../../engine/query.ts';
import type { IdSource } from '../../../engine/runtime.ts';
import type { AgentsPort } from '../../minds/agents/feature.ts';
import type { Tool } from '../../heart/actions/feature.ts';
import { lineManual } from './programs/line-manual.ts';
import {
  missingCommand,
  type ProgramTemplates,
  nameOfShell,
  runsWhatItIsTold,
} from './programs/program-templates.ts';
import type { RunTextsOf } from './run-texts.ts';
import type { Manuals } from './manuals.ts';
import type { RunWorker } from './rows.ts';
import type { SendInputInput } from './steps/send-input.ts';
import { type Program, readTemplateId, type Template } from './template-id.ts';
import * as conversations from '../../heart/conversations/queries.ts';

type Beginning = NonNullable<SendInputInput['begin']>;

type OfKind<K extends Template['kind']> = Extract<Template, { kind: K }>;

/** A worker that is about to be told its first text. */
export interface WorkerToBegin {
  readonly worker: RunWorker;
  readonly title: string;
}

/** Operations of a run on workers of one kind: each is a conversation that takes a message and gives a final reply. */
interface TemplateKind<K extends Template['kind']> {
  /** Why no worker can be made of it now; null: one can. */
  readonly fault: (template: OfKind<K>) => Promise<CodedError | null>;
  /** Returns its conversation, where its first text goes. Anything it starts, it starts once for each worker. */
  readonly begin: (
    template: OfKind<K>,
    asked: WorkerToBegin,
  ) => Promise<Result<Beginning, CodedError>>;
  /** How it calls the tools of its run; empty where it knows without being told. */
  readonly manual: (worker: RunWorker) => string;
}

type Kinds = { readonly [K in Template['kind']]: TemplateKind<K> };

/** Workers of every kind, by their templates. */
export interface TemplateKinds {
  readonly fault: (template: Template) => Promise<CodedError | null>;
  readonly begin: (asked: WorkerToBegin) => Promise<Result<Beginning, CodedError>>;
  readonly manual: (worker: RunWorker) => string;
  /** Where its program works unless its run says so; null: nobody has said. Undefined: there is no program of it. */
  readonly folder: (templateId: string) => Promise<string | null | undefined>;
  /** How a shell is called, which runs what it is told, and can neither plan nor report. Empty: as nobody knows; null: it is none. */
  readonly shellName: (templateId: string) => Promise<string | null>;
}

export function createTemplateKinds(deps: {
  readonly read: Reader;
  readonly newId: IdSource;
  readonly startable: () => readonly string[];
  readonly agents: Pick<AgentsPort, 'workerFault' | 'openWorker'>;
  readonly manuals: Manuals;
  readonly tools: { readonly planner: readonly Tool[]; readonly worker: readonly Tool[] };
  readonly programs: ProgramTemplates;
  readonly texts: RunTextsOf;
}): TemplateKinds {
  const { read, newId, startable, agents, manuals, tools, programs, texts } = deps;

  const manualOf = ({ isPlanner }: RunWorker): string =>
    isPlanner ? manuals.planner : manuals.worker;

  async function known(localConversationId: string): Promise<Result<Beginning, CodedError>> {
    const row = await read.one(conversations.conversationByLocalId({ localConversationId }));
    if (row === null) return err({ code: 'not_found', text: 'Its conversation is gone.' });
    const { platform, parentKey: worksFor } = row;
    return ok({ isNew: false, platform, localConversationId, title: '', worksFor });
  }

  /** A program of this machine: a conversation that no site has, with an id of our own. */
  const program = {
    async fault({ kind, name }: Program): Promise<CodedError | null> {
      const found = await programs.find(kind, name);
      return found.ok ? missingCommand(found.value) : found.error;
    },
    begin: async (
      { kind }: Program,
      { worker, title }: WorkerToBegin,
    ): Promise<Result<Beginning, CodedError>> =>
      ok({
        isNew: true,
        worksFor: null,
        platform: kind,
        remoteId: worker.workerId,
        localConversationId: newId(),
        title,
      }),
    manual(worker: RunWorker): string {
      const { program: made } = texts.worker(worker);
      return lineManual(worker.isPlanner ? tools.planner : tools.worker, made?.key ?? '');
    },
  };

  const kinds: Kinds = {
    chat: {
      async fault({ platform }) {
        if (startable().includes(platform)) return null;
        return { code: 'template_missing', text: `No chat of ${platform} can be begun.` };
      },
      begin: async ({ platform }, { title }) =>
        ok({ isNew: true, platform, localConversationId: newId(), title, worksFor: null }),
      manual: manualOf,
    },
    conversation: {
      async fault({ localConversationId }) {
        const found = await known(localConversationId);
        return found.ok ? null : found.error;
      },
      begin: ({ localConversationId }) => known(localConversationId),
      manual: manualOf,
    },
    acp: program,
    terminal: program,
    agent: {
      fault: ({ agentId }) => agents.workerFault(agentId),
      async begin({ agentId }, { worker, title }) {
        const { workerId, isPlanner } = worker;
        const opened = await agents.openWorker({
          localConversationId: workerId,
          agentId,
          tools: ['run::*'],
          title,
          via: isPlanner ? 'planner of a run' : 'worker of a run',
        });
        return opened.ok ? known(workerId) : opened;
      },
      // Its model is told of tools by the way that it calls them.
      manual: () => '',
    },
  };

  /** A kind takes templates of its own alone, and the table names it by them. */
  const kindOf = (template: Template): TemplateKind<Template['kind']> =>
    kinds[template.kind] as TemplateKind<Template['kind']>;

  return {
    async folder(templateId) {
      const template = readTemplateId(templateId);
      if (template?.kind !== 'acp' && template?.kind !== 'terminal') return undefined;
      const found = await programs.find(template.kind, template.name);
      return found.ok ? found.value.folder : undefined;
    },
    async shellName(templateId) {
      const template = readTemplateId(templateId);
      if (template?.kind !== 'terminal') return null;
      const found = await programs.find(template.kind, template.name);
      return found.ok && runsWhatItIsTold(found.value) ? nameOfShell(found.value) : null;
    },
    fault: (template) => kindOf(template).fault(template),
    async begin(asked) {
      const template = readTemplateId(asked.worker.templateId);
      if (template === null)
        return err({ code: 'template_missing', text: `It is of no kind that there is.` });
      return kindOf(template).begin(template, asked);
    },
    manual(worker) {
      const template = readTemplateId(worker.templateId);
      return template === null ? '' : kindOf(template).manual(worker);
    },
  };
}
