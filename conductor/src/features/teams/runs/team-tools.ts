import * as z from 'zod';

import { defineTool, failed, jsonResult, type Tool } from '../../heart/actions/feature.ts';
import type { RunToolDeps } from './run-tool-deps.ts';
import { namedConversation } from './template-id.ts';

/** Tools of a planner for its team: it can add more workers of templates that the team has already. */
export function teamTools({ texts, members, more, now }: RunToolDeps): readonly Tool[] {
  return [
    defineTool({
      id: 'run::configs.list',
      params: z.strictObject({}),
      risk: 'low',
      readOnly: true,
      harmless: true,
      help: 'The templates that workers of your team are made of.',
      async run(_params, call) {
        const found = await members.planner(call);
        if (!found.ok) return failed(found.error.code, found.error.text);
        const team = found.value.workers.map(({ worker }) => worker);
        const ids = team.filter((one) => !one.isPlanner).map((one) => one.templateId);
        return jsonResult({
          configs: [...new Set(ids)].map((id) => {
            const [type = '', name = ''] = id.split(':');
            return { id, type, name };
          }),
        });
      },
    }),
    defineTool({
      id: 'run::tabs.create',
      params: z.strictObject({
        role: z.string().trim().min(1).max(60).describe('A role of the team'),
        templateId: z
          .string()
          .min(1)
          .max(100)
          .optional()
          .describe('What a worker of the team is made of; without it that of the role'),
        workingDir: z
          .string()
          .min(1)
          .max(4_096)
          .optional()
          .describe('A folder that a worker of the team has'),
      }),
      risk: 'medium',
      // The worker has the id of the call.
      idempotent: true,
      help: 'Takes one more worker into the team, of a role that it has.',
      async run({ role, templateId, workingDir }, call) {
        const { instructionId } = call;
        const found = await members.planner(call);
        if (!found.ok) return failed(found.error.code, found.error.text);
        const state = found.value;
        const team = state.workers.map(({ worker }) => worker).filter((one) => !one.isPlanner);
        const roles = [...new Set(team.map((one) => one.role))];
        if (!roles.some((one) => one.toLowerCase() === role.toLowerCase()))
          return failed('invalid_params', `params.role: nobody is ${role}; ${among(roles)}.`);
        const templates = team.map((one) => one.templateId);
        const made = [...new Set(templates.filter((one) => namedConversation(one) === null))];
        if (templateId !== undefined && !made.includes(templateId))
          return failed('template_missing', `params.templateId: ${among(made)}.`);
        const folders = [
          ...new Set(team.flatMap((one) => texts.worker(one).program?.folder ?? [])),
        ];
        if (workingDir !== undefined && !folders.includes(workingDir))
          return failed('folder_refused', `params.workingDir: ${among(folders)}.`);
        const added = await more().add(
          state,
          {
            workerId: instructionId,
            role,
            template: templateId ?? null,
            task: null,
            folder: workingDir ?? null,
          },
          false,
          { now: now(), actor: 'conductor' },
        );
        if (!added.ok) return failed(added.error.code, added.error.text);
        return jsonResult({ tabId: instructionId, role });
      },
    }),
  ];
}

function among(names: readonly string[]): string {
  return names.length === 0 ? 'the team has none' : `the team has ${names.join(', ')}`;
}
