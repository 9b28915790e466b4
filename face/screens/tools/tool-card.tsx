import type { VNode } from 'preact';

import type { ResponseOf } from '../../../shared/api/operations.ts';
import { Mark } from '../../parts/mark.tsx';
import { Risk } from '../../parts/risk.tsx';
import { ToolChange } from '../../parts/tool-change.tsx';
import { Visible } from '../../../look/visible.tsx';
import { useAnswer } from '../../store/world.ts';
import { counted, word } from '../../words/word.ts';
import { schemaRows } from './schema-rows.ts';

export type Tool = ResponseOf<'listTools'>['items'][number];

const TONES = { run: 'good', ask: 'busy', deny: 'bad' } as const;

/** A tool's purpose, params and rights, and the decision on a call of it. */
export function ToolCard({ tool }: { readonly tool: Tool }): VNode {
  const { id, help, risk, decision, time_limit_ms: limit } = tool;
  const lastDay = useAnswer('countToolRuns').state.value.data;
  const runs = lastDay?.items.find((one) => one.tool === id);
  const params = schemaRows(tool.params_schema);
  return (
    <article class="card tool">
      <header class="asked">
        <h3>
          <code>{id}</code>
        </h3>
        <Risk risk={risk} />
        <Mark tone={TONES[decision]}>{word(`decision_${decision}`)}</Mark>
        <a class="rules" href={`/rules?tool=${encodeURIComponent(id)}`}>
          {word('tool_rules')}
        </a>
      </header>
      <p class="help">
        <Visible text={help} />
      </p>
      <p class="soft small">
        {[
          tool.read_only && word('tool_read_only'),
          tool.idempotent && word('tool_idempotent'),
          word('tool_limit', Math.round(limit / 1_000)),
          tool.cost,
        ]
          .filter((one) => typeof one === 'string')
          .join(' · ')}
        {runs !== undefined && ` · ${counted('tool_runs', runs.runs)}`}
        {runs !== undefined && runs.failed > 0 && (
          <>
            {' · '}
            <Mark tone="bad">{counted('tool_failed', runs.failed)}</Mark>
          </>
        )}
      </p>
      {tool.change !== null && <ToolChange change={tool.change} />}
      {params.length === 0 ? (
        <p class="soft small">{word('tool_no_params')}</p>
      ) : (
        <details>
          <summary>{word('tool_params', params.length)}</summary>
          <div
            class="wide-table"
            tabIndex={0}
            role="region"
            aria-label={word('tool_params_of', id)}
          >
            <table>
              <thead>
                <tr>
                  <th scope="col">{word('tool_param')}</th>
                  <th scope="col">{word('tool_type')}</th>
                  <th scope="col">{word('tool_about')}</th>
                </tr>
              </thead>
              <tbody>
                {params.map(({ name, type, needed, help: about }) => (
                  <tr key={name}>
                    <td>
                      <code>
                        <Visible text={name} />
                      </code>
                      {needed && <span class="soft small"> {word('tool_needed')}</span>}
                    </td>
                    <td>
                      <Visible text={type} />
                    </td>
                    <td>
                      <Visible text={about} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      )}
    </article>
  );
}
