import type { VNode } from 'preact';
import { useLocation, useRoute } from 'preact-iso/router';

import { loadLater } from '../../parts/load-later.ts';
import { useMay } from '../../store/may.ts';
import { word } from '../../words/word.ts';
import { NewRun } from './new-run.tsx';
import { RunBoard } from './run-board.tsx';
import { RunList } from './run-list.tsx';
import './runs.css';

// Seldom opened, and as heavy as the rest.
const Teams = loadLater(() => import('./teams.tsx').then((one) => one.Teams));
const Templates = loadLater(() => import('./templates.tsx').then((one) => one.Templates));

/** Goals that a team works on: all of them, a new one, or the board of one; the teams, and what they are made of. */
export function Runs(): VNode {
  const { id } = useRoute().params;
  const { write, show } = useLocation().query;
  const mayStart = useMay('full');
  if (id !== undefined) return <RunBoard key={id} id={id} />;
  const Look = show === 'teams' ? Teams : show === 'templates' ? Templates : RunList;
  return (
    <>
      <nav class="tabs of-list" aria-label={word('runs_tabs')}>
        <a href="/runs" aria-current={Look === RunList ? 'true' : undefined}>
          {word('runs_runs')}
        </a>
        <a href="/runs?show=teams" aria-current={Look === Teams ? 'true' : undefined}>
          {word('runs_teams')}
        </a>
        <a href="/runs?show=templates" aria-current={Look === Templates ? 'true' : undefined}>
          {word('runs_templates')}
        </a>
      </nav>
      {Look === RunList && write !== undefined && mayStart ? <NewRun team={write} /> : <Look />}
    </>
  );
}
