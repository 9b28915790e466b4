import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import { Visible } from '../../../look/visible.tsx';
import { beginHere } from '../../parts/begin-here.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { DeedButton } from '../../parts/deed-button.tsx';
import { useFormKeys } from '../../parts/form-keys.ts';
import { Problem } from '../../parts/problem.tsx';
import { QrCode } from '../../parts/qr-code.tsx';
import { Prose } from '../../parts/prose/prose.tsx';
import { draftOf } from '../../store/drafts.ts';
import { useMay } from '../../store/may.ts';
import { useAnswer, useDeed } from '../../store/world.ts';
import { word } from '../../words/word.ts';
import type { Run } from './run-state.tsx';

type Section = Run['report'][number];

/** The report of a run so far, section by section: read, written by a person, or copied as Markdown. */
export function RunReport({
  run: { run_id: id, report, deep_link: link },
}: {
  readonly run: Run;
}): VNode {
  const mayWrite = useMay('full');
  const [written, setWritten] = useState<ReadonlySet<Section['section']>>(new Set());
  // Of what nobody has written anything there is only a name.
  const isShown = ({ section, text, draft }: Section): boolean =>
    text !== '' || draft !== null || written.has(section);
  const shown = report.filter(isShown);
  const rest = report.filter((one) => !isShown(one));

  function write(section: Section['section'], is: boolean): void {
    setWritten(
      (before) => new Set([...before].filter((one) => one !== section).concat(is ? section : [])),
    );
  }

  const exported = useAnswer('exportRunReport', { params: { id } }).state.value.data;
  return (
    <section class="run-report stack">
      <header class="asked">
        <h2>{word('run_report')}</h2>
        {exported !== undefined && <CopyButton text={exported.markdown} says="run_copy" />}
      </header>
      {link !== null && (
        <details>
          <summary>{word('run_elsewhere')}</summary>
          <p>
            <a href={link} rel="noreferrer" target="_blank">
              <Visible text={link} />
            </a>
          </p>
          <QrCode text={link} says="run_elsewhere" />
        </details>
      )}
      <div class="card">
        {shown.map((section) => (
          <ReportSection
            key={section.section}
            runId={id}
            section={section}
            isWritten={written.has(section.section)}
            onWrite={(is) => write(section.section, is)}
          />
        ))}
        {mayWrite && rest.length > 0 && (
          <div class="run-section run-unwritten" role="group" aria-label={word('run_unwritten')}>
            <span class="soft small">{word('run_unwritten')}</span>
            {rest.map(({ section }) => (
              <button
                key={section}
                type="button"
                class="link small"
                onClick={() => write(section, true)}
              >
                {word(`run_section_${section}`)}
              </button>
            ))}
          </div>
        )}
      </div>
    </section>
  );
}

interface SectionProps {
  readonly runId: string;
  readonly section: Section;
}

function ReportSection({
  runId,
  section,
  isWritten,
  onWrite,
}: SectionProps & {
  /** A person writes it now. */
  readonly isWritten: boolean;
  readonly onWrite: (is: boolean) => void;
}): VNode {
  const { section: id, text, by, draft } = section;
  const heading = word(`run_section_${id}`);
  const mayWrite = useMay('full');
  return (
    <article class="run-section">
      <header class="asked">
        <h3>{heading}</h3>
        <span class="soft small">{word(`run_by_${by}`)}</span>
        {mayWrite && !isWritten && (
          <button
            type="button"
            class="link"
            aria-label={`${word('run_edit')}: ${heading}`}
            onClick={() => onWrite(true)}
          >
            {word('run_edit')}
          </button>
        )}
      </header>
      {isWritten ? (
        <SectionForm runId={runId} section={section} onClose={() => onWrite(false)} />
      ) : (
        text !== '' && <Prose text={text} />
      )}
      {draft !== null && (
        <details>
          <summary>{word('run_by_planner')}</summary>
          <Prose text={draft} />
        </details>
      )}
    </article>
  );
}

function SectionForm({
  runId,
  section: { section, text },
  onClose,
}: SectionProps & { readonly onClose: () => void }): VNode {
  const kept = draftOf(`report ${runId} ${section}`);
  const [written, setWritten] = useState(() => kept.peek() || text);
  const deed = useDeed();
  const doing = deed.doing.value;

  async function save(): Promise<void> {
    if (written === text) return;
    const saved = await deed.run('editRunReport', {
      params: { id: runId },
      body: { section, text: written },
    });
    if (saved?.ok !== true) return;
    kept.value = '';
    onClose();
  }

  const keys = useFormKeys({ send: () => void save(), close: onClose });
  return (
    <form class="stack" onSubmit={(event) => event.preventDefault()} onKeyDown={keys.onKeyDown}>
      <textarea
        aria-label={word(`run_section_${section}`)}
        rows={4}
        maxLength={20_000}
        ref={beginHere}
        value={written}
        onInput={({ currentTarget: { value } }) => {
          kept.value = value;
          setWritten(value);
        }}
      />
      {doing.kind === 'failed' && <Problem error={doing.error} />}
      <div class="buttons">
        <DeedButton
          deed={deed}
          hint="Ctrl+Enter"
          disabled={written === text}
          onPress={() => void save()}
        >
          {word('save')}
        </DeedButton>
        <button type="button" class="plain" onClick={onClose}>
          {word('cancel')}
        </button>
      </div>
      {keys.question}
    </form>
  );
}
