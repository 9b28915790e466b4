import type { VNode } from 'preact';
import { useLocation, useRoute } from 'preact-iso/router';

import { useMay } from '../../store/may.ts';
import { word } from '../../words/word.ts';
import { NewRun } from './new-run.tsx';
import { RunBoard } from './run-board.tsx';
import { RunList } from './run-list.tsx';
import './runs.css';
import { Teams } from './teams.tsx';
import { Templates } from './templates.tsx';

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
