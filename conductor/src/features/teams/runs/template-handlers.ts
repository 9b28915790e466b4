import type { ApiError } from '../../../../../shared/api/operation.ts';
import type { ResponseOf } from '../../../../../shared/api/operations.ts';
import type { runsOperations } from '../../../../../shared/api/runs.ts';
import { PROGRAM_TEMPLATE_ID } from '../../../../../shared/api/templates.ts';
import { err, ok, type Result } from '../../../../../shared/lib/result.ts';
import type { CodedError } from '../../../../../shared/model/error-codes.ts';
import type { ProgramPlatform } from '../../../../../shared/model/program-platforms.ts';
import type { HandlersOf, Kit } from '../../../engine/feature.ts';
import { found, unknown } from '../../../engine/not-found.ts';
import { refused } from '../../heart/deliveries/feature.ts';
import { faultOf } from './new-worker.ts';
import type { AcpPrograms } from './programs/acp-port.ts';
import {
  type KnownProgram,
  type ProgramTemplate,
  type ProgramTemplates,
  runsWhatItIsTold,
  workingFolder,
} from './programs/program-templates.ts';
import type { RunTemplate } from './rows.ts';
import type { RunTextsOf } from './run-texts.ts';
import { keepTemplate, removeTemplate } from './steps/keep-template.ts';
import { chatTemplateId, readTemplateId } from './template-id.ts';
import type { FindWorkerSources } from './worker-sources.ts';

type TemplateView = ResponseOf<'getTemplate'>;

/** Answers what people ask of templates. */
export type TemplateHandlers = Pick<
  HandlersOf<typeof runsOperations>,
  'listTemplates' | 'getTemplate' | 'putTemplate' | 'removeTemplate' | 'checkTemplate'
>;

/** Handles what people ask of templates: all that workers can be made of, and programs of their own. */
export function createTemplateHandlers(
  { store, now, steadyNow }: Pick<Kit, 'store' | 'now' | 'steadyNow'>,
  deps: {
    readonly texts: RunTextsOf;
    readonly programs: ProgramTemplates;
    readonly acp: AcpPrograms;
    readonly sources: FindWorkerSources;
    /** Sites where a chat can begin now. */
    readonly startable: () => readonly string[];
    /** Ids of agents. */
    readonly agents: () => Promise<readonly string[]>;
    readonly dataFolder: string;
  },
): TemplateHandlers {
  const { texts, programs, acp, sources, startable, agents, dataFolder } = deps;

  async function views(): Promise<readonly TemplateView[]> {
    const other = { can_plan: true, program: null, updated_at: null };
    return [
      // Addresses of pages without an adapter are no sites.
      ...startable()
        .map(chatTemplateId)
        .filter((id) => readTemplateId(id) !== null)
        .map((id) => ({
          template_id: id,
          kind: 'chat' as const,
          source: 'site' as const,
          ...other,
        })),
      ...(await agents()).map((agentId) => ({
        template_id: `agent:${agentId}`,
        kind: 'agent' as const,
        source: 'agent' as const,
        ...other,
      })),
      ...(await programs.all()).map(programView),
    ];
  }

  const shown = async (id: string): Promise<Result<TemplateView, ApiError>> =>
    found((await views()).find((one) => one.template_id === id) ?? null, 'template', id);

  /** Why no person may change it; null: they may. */
  async function notTheirs(id: string): Promise<ApiError | null> {
    const source = (await views()).find((one) => one.template_id === id)?.source ?? 'own';
    if (source === 'own') return null;
    const text =
      source === 'file'
        ? `${id} stands in programs.json: change it there.`
        : `${id} is there without you. Take another name for one of your own.`;
    return { code: 'invalid_transition', text, field: 'params.id' };
  }

  /** Starts it, and ends it again. How long it took to be ready, in milliseconds. */
  async function started(name: string, folder: string): Promise<Result<number, CodedError>> {
    const program = await programs.find('acp', name);
    if (!program.ok) return program;
    const begunAt = steadyNow();
    const agent = await acp.start(
      { ...program.value, folder, tools: null },
      { ask: () => Promise.resolve(null), tell: () => undefined },
    );
    if (!agent.ok) return agent;
    const readyMs = Math.round(steadyNow() - begunAt);
    await agent.value.close();
    return ok(readyMs);
  }

  return {
    listTemplates: async () =>
      ok({ items: (await views()).map(({ program: _hidden, ...rest }) => rest) }),
    getTemplate: ({ params: { id } }) => shown(id),

    async putTemplate({ params: { id }, body }, { via }) {
      const [, kind, name] = PROGRAM_TEMPLATE_ID.exec(id) ?? [];
      if (name === undefined) {
        const text = 'An id is acp:<name> or terminal:<name>; a name is of a-z, 0-9, "_" and "-".';
        return err({ code: 'invalid_request', text, field: 'params.id' });
      }
      const fault = await notTheirs(id);
      if (fault !== null) return err(fault);
      const folder = body.folder === null ? null : workingFolder(body.folder, dataFolder);
      if (folder?.ok === false) return err({ ...folder.error, field: 'body.folder' });
      if (!texts.canSeal()) return err(refused('seal_locked'));
      const program = { ...body, kind: kind as ProgramPlatform, name };
      const sealed = texts.sealTemplate(id, program);
      const outcome = await store.run(keepTemplate, { templateId: id, sealed, via, now: now() });
      if (outcome === 'kept') return shown(id);
      const text = 'There are very many programs of your own. Remove one first.';
      return err({ code: 'quota_exceeded', text });
    },

    async removeTemplate({ params: { id } }, { via }) {
      const fault = await notTheirs(id);
      if (fault !== null) return err(fault);
      const outcome = await store.run(removeTemplate, { templateId: id, via, now: now() });
      return outcome === 'removed'
        ? ok({ deleted: true })
        : err(unknown('template', id, 'params.id'));
    },

    async checkTemplate({ params: { id }, body: { folder, start } }) {
      const template = readTemplateId(id);
      if (template === null) return err(unknown('template', id, 'params.id'));
      const from = await sources([id], folder);
      const place = from.folders.get(id);
      const faults = [
        faultOf(id, 'a worker', from) ?? [],
        place?.ok === false ? place.error : [],
      ].flat();
      const tries = start && template.kind === 'acp' && faults.length === 0 && place?.ok === true;
      const ready = tries ? await started(template.name, place.value) : null;
      if (ready?.ok === false) faults.push(ready.error);
      return ok({
        template_id: id,
        ready: faults.length === 0,
        faults: faults.map(({ code, text }) => ({ code, text })),
        ready_ms: ready?.ok === true ? ready.value : null,
      });
    },
  };
}

/** A program that a person has written here. */
export function ownProgram(row: RunTemplate, texts: RunTextsOf): readonly KnownProgram[] {
  const template = readTemplateId(row.templateId);
  if (template?.kind !== 'acp' && template?.kind !== 'terminal') return [];
  const program = texts.template(row);
  return [{ ...template, source: 'own', program, updatedAt: row.updatedAt }];
}

function programView({ kind, name, source, program, updatedAt }: KnownProgram): TemplateView {
  return {
    template_id: `${kind}:${name}`,
    kind,
    source,
    can_plan: program !== null && !runsWhatItIsTold(program),
    program: program === null ? null : wishOf(program),
    updated_at: updatedAt,
  };
}

function wishOf({ kind: _kind, name: _name, ...wish }: ProgramTemplate) {
  return wish;
}
