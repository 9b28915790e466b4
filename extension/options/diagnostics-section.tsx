import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import { word } from '../i18n/words.ts';
import type { Counts } from '../messages/options-messages.ts';
import { useAsk } from '../ui/ask.ts';

const COUNTS: readonly (keyof Counts)[] = [
  'conversations',
  'pages',
  'waiting',
  'running',
  'delivered',
  'failed',
];

/** Shows the counts of the extension's records, and a text that a person can attach to a report. */
export function DiagnosticsSection({ counts }: { readonly counts: Counts | null }): VNode {
  return (
    <section id="diagnostics" class="card" aria-labelledby="diagnostics-title">
      <h2 id="diagnostics-title">{word('options_diagnostics')}</h2>
      <p class="soft">{word('options_diagnostics_how')}</p>
      <dl id="counts">
        {counts !== null &&
          COUNTS.map((name) => [
            <dt key={`${name} of`}>{word(`count_${name}`)}</dt>,
            <dd key={name}>{counts[name]}</dd>,
          ])}
      </dl>
      <p>{word('report_how')}</p>
      <Report />
    </section>
  );
}

function Report(): VNode {
  const ask = useAsk();
  const [report, setReport] = useState('');
  const [isShown, setShown] = useState(false);
  const [outcome, setOutcome] = useState('');

  async function read(): Promise<string> {
    const { text } = await ask({ kind: 'options.report' });
    setReport(text);
    return text;
  }

  async function show(): Promise<void> {
    if (!isShown) await read();
    setShown(!isShown);
  }

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(await read());
      setOutcome(word('report_copied'));
    } catch {
      setShown(true);
      setOutcome(word('report_not_copied'));
    }
  }

  return (
    <>
      <div class="buttons">
        <button id="report-copy" type="button" onClick={() => void copy()}>
          {word('report_copy')}
        </button>
        <button
          id="report-show"
          type="button"
          class="quiet"
          aria-expanded={isShown}
          aria-controls="report"
          onClick={() => void show().catch(reportError)}
        >
          {word('report_show')}
        </button>
        <span id="report-outcome" role="status">
          {outcome}
        </span>
      </div>
      <pre
        id="report"
        role="region"
        tabIndex={0}
        aria-label={word('report_text')}
        lang="en"
        hidden={!isShown}
      >
        {report}
      </pre>
    </>
  );
}
