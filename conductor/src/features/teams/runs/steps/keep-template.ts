import { type AuditEvent, insert, plan, remove, update } from '../../../../engine/plan.ts';
import { type Decision, defineStep } from '../../../../engine/step.ts';
import { type RunTemplate, RUN_TEMPLATES } from '../rows.ts';
import * as runs from '../queries.ts';

/** More than anybody has use for. */
const MAX_TEMPLATES = 100;

interface By {
  readonly via: string;
  readonly now: number;
}

/** A person writes a program that workers can be made of. */
export const keepTemplate = defineStep({
  name: 'keep template of runs',
  load: (_input: Pick<RunTemplate, 'templateId' | 'sealed'> & By) => ({
    all: runs.runTemplates(),
  }),
  decide({ all }, { templateId, sealed, via, now }): Decision<'kept' | 'too_many'> {
    const before = all.find((one) => one.templateId === templateId);
    if (before === undefined && all.length >= MAX_TEMPLATES)
      return { plan: plan({}), outcome: 'too_many' };
    const change =
      before === undefined
        ? insert(RUN_TEMPLATES, { templateId, sealed, createdAt: now, updatedAt: now, version: 1 })
        : update(RUN_TEMPLATES, before, { sealed, updatedAt: now });
    const what = before === undefined ? 'added' : 'changed';
    return {
      plan: plan({ changes: [change], events: [about(templateId, what, { via, now })] }),
      outcome: 'kept',
    };
  },
});

/** A person removes one. Programs that were started of it go on. */
export const removeTemplate = defineStep({
  name: 'remove template of runs',
  load: (_input: Pick<RunTemplate, 'templateId'> & By) => ({ all: runs.runTemplates() }),
  decide({ all }, { templateId, via, now }): Decision<'removed' | 'not_found'> {
    const template = all.find((one) => one.templateId === templateId);
    if (template === undefined) return { plan: plan({}), outcome: 'not_found' };
    return {
      plan: plan({
        changes: [remove(RUN_TEMPLATES, template)],
        events: [about(templateId, 'removed', { via, now })],
      }),
      outcome: 'removed',
    };
  },
});

function about(
  subjectId: string,
  what: 'added' | 'changed' | 'removed',
  { via, now }: By,
): AuditEvent {
  const type = `run_template.${what}` as const;
  return { type, subjectId, conversationKey: null, actor: 'person', at: now, detail: { via } };
}
