import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';

import type { ResponseOf } from '../../../shared/api/operations.ts';
import { Visible } from '../../../look/visible.tsx';
import { AskSure } from '../../parts/ask-sure.tsx';
import { BackLink } from '../../parts/back-link.tsx';
import { Block } from '../../parts/block.tsx';
import { DeedButton } from '../../parts/deed-button.tsx';
import { useKeys } from '../../parts/keys.ts';
import { usePaneKeys } from '../../parts/pane.ts';
import { Problem } from '../../parts/problem.tsx';
import { useMay } from '../../store/may.ts';
import { useAnswer, useDeed, useToast } from '../../store/world.ts';
import { numberText } from '../../words/formats.ts';
import { word } from '../../words/word.ts';
import { TemplateForm, templatePlace } from './template-form.tsx';
import type { Program, Template } from './template-wish.ts';

type Check = ResponseOf<'checkTemplate'>;

/** Templates of workers, and one of them beside. */
export function Templates(): VNode {
  const shown = useAnswer('listTemplates');
  return <Block {...shown}>{({ items }) => <Beside templates={items} />}</Block>;
}

function Beside({ templates }: { readonly templates: readonly Template[] }): VNode {
  const { query, route } = useLocation();
  const mayChange = useMay('full');
  const { template: id, write } = query;
  const chosen = templates.find((one) => one.template_id === id) ?? null;
  const writes = mayChange && write !== undefined;
  const writeNew = `${templatePlace(null)}&write=new`;
  usePaneKeys(true);
  useKeys('runs_templates', [
    ...(mayChange
      ? [{ keys: 'n', says: 'template_new', run: () => route(writeNew) } as const]
      : []),
    { keys: 'Escape', says: 'keys_back', run: () => route(templatePlace(null)) },
  ]);
  const shown = chosen ?? (id === undefined && !writes ? (templates[0] ?? null) : null);
  return (
    <div class="split tools" data-chosen={id !== undefined || writes}>
      <nav class="servers" aria-label={word('runs_templates')}>
        {mayChange && (
          <div class="buttons">
            <a class="button" href={writeNew} aria-keyshortcuts="n">
              {word('template_new')} <kbd aria-hidden="true">n</kbd>
            </a>
          </div>
        )}
        {templates.map((one) => (
          <a
            key={one.template_id}
            href={templatePlace(one.template_id)}
            aria-current={one === shown ? 'true' : undefined}
          >
            <strong>
              <Visible text={one.template_id} />
            </strong>
            <span class="soft small">{word(`template_source_${one.source}`)}</span>
          </a>
        ))}
      </nav>
      <div class="detail">
        <BackLink href={templatePlace(null)} />
        {writes && chosen !== null ? (
          <Written key={chosen.template_id} template={chosen} known={templates} />
        ) : writes ? (
          <TemplateForm from={null} known={templates} />
        ) : shown === null ? (
          <p class="empty">{word('template_gone')}</p>
        ) : (
          <Detail key={shown.template_id} template={shown} />
        )}
      </div>
    </div>
  );
}

/** One that is changed, or copied, with what it starts. */
function Written({
  template,
  known,
}: {
  readonly template: Template;
  readonly known: readonly Template[];
}): VNode {
  const shown = useAnswer('getTemplate', { params: { id: template.template_id } });
  return (
    <Block {...shown} of={template.template_id}>
      {({ program }) => (
        <TemplateForm from={program === null ? null : { template, program }} known={known} />
      )}
    </Block>
  );
}

function Detail({ template }: { readonly template: Template }): VNode {
  const { route } = useLocation();
  const mayChange = useMay('full');
  const checking = useDeed();
  const [checked, setChecked] = useState<Check | null>(null);
  const [removes, remove] = useState(false);
  const { template_id: id, kind, source, can_plan: canPlan } = template;
  const isProgram = kind === 'acp' || kind === 'terminal';
  const isOwn = source === 'own';
  const write = (): void => route(`${templatePlace(id)}&write=edit`);

  async function check(): Promise<void> {
    const done = await checking.run('checkTemplate', {
      params: { id },
      body: { start: kind === 'acp' },
    });
    if (done?.ok === true) setChecked(done.value);
  }

  useKeys(
    'runs_templates',
    mayChange
      ? [
          { keys: 'c', says: 'template_check', run: () => void check() },
          ...(isProgram ? [{ keys: 'e', says: 'team_edit', run: write } as const] : []),
        ]
      : [],
  );
  const doing = checking.doing.value;
  return (
    <>
      <h2>
        <Visible text={id} />
      </h2>
      <p class="soft">
        {word(`template_kind_${kind}`)} · {word(`template_source_${source}`)}
      </p>
      {!canPlan && <p>{word('template_no_plan')}</p>}
      {isProgram && mayChange && <Started id={id} />}
      {doing.kind === 'failed' && <Problem error={doing.error} />}
      <div role="status">{checked !== null && <Checked check={checked} />}</div>
      {mayChange && (
        <div class="buttons">
          <DeedButton deed={checking} hint="c" onPress={() => void check()}>
            {word('template_check')}
          </DeedButton>
          {isProgram && (
            <button type="button" class="plain" aria-keyshortcuts="e" onClick={write}>
              {word(isOwn ? 'team_edit' : 'team_copy')}
            </button>
          )}
          {isOwn && (
            <button type="button" class="bad" onClick={() => remove(true)}>
              {word('template_remove')}
            </button>
          )}
        </div>
      )}
      {removes && <Remove id={id} onClose={() => remove(false)} />}
    </>
  );
}

/** Faults that prevent a worker now. */
function Checked({ check: { faults, ready_ms: readyMs } }: { readonly check: Check }): VNode {
  if (faults.length > 0)
    return (
      <>
        {faults.map((fault) => (
          <Problem key={fault.text} error={fault} />
        ))}
      </>
    );
  return (
    <p>
      {word('template_ready')}{' '}
      {readyMs !== null && word('template_ready_ms', numberText(readyMs / 1_000))}
    </p>
  );
}

/** The command and settings with which a program is started. */
function Started({ id }: { readonly id: string }): VNode {
  const shown = useAnswer('getTemplate', { params: { id } });
  return (
    <Block {...shown} of={id}>
      {({ program }) =>
        program === null ? <p class="empty">{word('template_sealed')}</p> : <Facts {...program} />
      }
    </Block>
  );
}

function Facts({ command, args, env, folder }: Program): VNode {
  return (
    <>
      <pre class="run-lines" tabIndex={0}>
        <Visible text={[command, ...args].join('\n')} />
      </pre>
      {env.length > 0 && (
        <p>
          {word('template_field_env')}: <code>{env.join(' ')}</code>
        </p>
      )}
      {folder !== null && (
        <p>
          {word('template_field_folder')}:{' '}
          <code>
            <Visible text={folder} />
          </code>
        </p>
      )}
    </>
  );
}

function Remove({ id, onClose }: { readonly id: string; readonly onClose: () => void }): VNode {
  const { route } = useLocation();
  const deed = useDeed();
  const toast = useToast();

  async function remove(): Promise<void> {
    const done = await deed.run('removeTemplate', { params: { id } });
    if (done?.ok !== true) return;
    toast({ text: word('template_removed'), tone: 'good' });
    onClose();
    route(templatePlace(null));
  }

  return (
    <AskSure
      title={word('template_remove')}
      says={word('template_remove')}
      deed={deed}
      onSure={() => void remove()}
      onClose={onClose}
    >
      <p>
        <strong>
          <Visible text={id} />
        </strong>
      </p>
      <p>{word('template_remove_means')}</p>
    </AskSure>
  );
}
