import type { VNode } from 'preact';
import { useLocation } from 'preact-iso/router';

import type { ResponseOf } from '../../../shared/api/operations.ts';
import { Visible } from '../../../look/visible.tsx';
import { Block } from '../../parts/block.tsx';
import { useKeys } from '../../parts/keys.ts';
import { List, NewRows } from '../../parts/list.tsx';
import { Pager } from '../../parts/pager.tsx';
import { useSteady } from '../../parts/steady.ts';
import { Time } from '../../parts/time.tsx';
import { useMay } from '../../store/may.ts';
import { type Order, usePages } from '../../store/pages.ts';
import { useAnswer } from '../../store/world.ts';
import { counted, word } from '../../words/word.ts';
import { RunState } from './run-state.tsx';
import { roleText, teamName, teamWords } from './run-words.ts';

type ListedRun = ResponseOf<'listRuns'>['items'][number];

const ORDER: Order<ListedRun> = { idOf: (one) => one.run_id, rankOf: (one) => one.created_at };

const SHOWN_CHARS = 160;

/** All runs, the newest first; where there is none, the teams that one can be made of. */
export function RunList(): VNode {
  const { route } = useLocation();
  const mayStart = useMay('full');
  const pages = usePages('listRuns', { query: { limit: 100 } }, ORDER);
  const steady = useSteady(pages.items, ORDER.idOf);
  const isEmpty = pages.items.length === 0 && steady.shown.length === 0;
  useKeys(
    'place_runs',
    mayStart ? [{ keys: 'n', says: 'run_new', run: () => route('/runs?write=new') }] : [],
  );
  return (
    <div class="column">
      <div class="stack">
        {mayStart && (
          <div class="buttons">
            <a class="button" href="/runs?write=new" aria-keyshortcuts="n">
              {word('run_new')} <kbd aria-hidden="true">n</kbd>
            </a>
          </div>
        )}
        <NewRows count={steady.waiting} show={steady.show} />
        <Pager pages={pages}>{isEmpty && <NoRun mayStart={mayStart} />}</Pager>
      </div>
      {!isEmpty && (
        <List
          label={word('place_runs')}
          items={steady.shown}
          idOf={ORDER.idOf}
          rowHeight={56}
          reuses
          onBusy={steady.onBusy}
          onEnd={pages.onMore}
          onOpen={(one) => route(`/runs/${encodeURIComponent(one.run_id)}`)}
          draw={(one) => <RunRow run={one} />}
        />
      )}
    </div>
  );
}

function RunRow({ run }: { readonly run: ListedRun }): VNode {
  const { status, goal, conclusion, team, tasks, tasks_done: done, waits } = run;
  return (
    <div class="two-lines grow">
      <p>
        <RunState status={status} />
        <strong class="title">
          <Visible text={goal.slice(0, SHOWN_CHARS)} />
        </strong>
      </p>
      <p class="soft small">
        {waits > 0 && <strong class="run-waits">{counted('run_waits', waits)}</strong>}
        <Time at={run.ended_at ?? run.created_at} />
        <span>{teamName(team)}</span>
        {tasks > 0 && <span>{word('run_tasks', done, tasks)}</span>}
        {conclusion !== null && <Visible text={conclusion.slice(0, SHOWN_CHARS)} />}
      </p>
    </div>
  );
}

function NoRun({ mayStart }: { readonly mayStart: boolean }): VNode {
  const teams = useAnswer('listTeams');
  return (
    <>
      <p class="empty">{word('runs_empty')}</p>
      <Block {...teams}>
        {({ items }) => (
          <ul class="run-teams">
            {items.map((team) => {
              const { team_id: id, roles } = team;
              const { name, scene } = teamWords(team);
              return (
                <li key={id} class="card">
                  <h2>{mayStart ? <a href={`/runs?write=${id}`}>{name}</a> : name}</h2>
                  <p>{scene}</p>
                  <p class="soft small">{roles.map(({ role }) => roleText(role)).join(', ')}</p>
                </li>
              );
            })}
          </ul>
        )}
      </Block>
    </>
  );
}
