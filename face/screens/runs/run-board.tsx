import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';

import { Visible } from '../../../look/visible.tsx';
import { Block } from '../../parts/block.tsx';
import { useKeys } from '../../parts/keys.ts';
import { Tabs } from '../../parts/tabs.tsx';
import { Time } from '../../parts/time.tsx';
import { useAnswer } from '../../store/world.ts';
import { numberText } from '../../words/formats.ts';
import { word } from '../../words/word.ts';
import { RunCalls } from './run-calls.tsx';
import { RunComposer } from './run-composer.tsx';
import { RunDeeds } from './run-deeds.tsx';
import { RunEvidence } from './run-evidence.tsx';
import { RunPlan } from './run-plan.tsx';
import { RunReport } from './run-report.tsx';
import { isOver, type Run, RunState } from './run-state.tsx';
import { RunWaits } from './run-waits.tsx';
import { phaseText, roleText } from './run-words.ts';
import { RunTrail } from './run-trail.tsx';
import { RunWorkers } from './run-workers.tsx';

/** Comes with the trail's own words. */
/** One run: what goes on, what waits for a person, who works on it, its plan and its report. */
export function RunBoard({ id }: { readonly id: string }): VNode {
  const { route } = useLocation();
  const shown = useAnswer('getRun', { params: { id } });
  useKeys('place_runs', [{ keys: 'Escape', says: 'keys_back', run: () => route('/runs') }]);
  return (
    <div class="run-board stack">
      <a href="/runs">‹ {word('keys_back')}</a>
      <Block {...shown} of={id}>
        {(run) => <Looks run={run} />}
      </Block>
    </div>
  );
}

/** The board of a run, and beside it what its workers asked for and showed; each of all workers, or of one. */
function Looks({ run }: { readonly run: Run }): VNode {
  const { query, route } = useLocation();
  const { show = 'board', worker = '' } = query;
  const go = (look: string, of: string): void =>
    route(`/runs/${encodeURIComponent(run.run_id)}?show=${look}&worker=${encodeURIComponent(of)}`);
  const choice = (
    <select
      class="round run-mark"
      aria-label={word('run_workers')}
      value={worker}
      onChange={({ currentTarget: { value } }) => go(show, value)}
    >
      <option value="">{word('run_of_all')}</option>
      {run.workers.map(({ tab_id: id, role }) => (
        <option key={id} value={id}>
          {roleText(role)}
        </option>
      ))}
    </select>
  );
  const trail = <RunTrail run={run} />;
  const beside = (look: VNode): VNode => (
    <section class="stack">
      {choice}
      {look}
    </section>
  );
  return (
    <>
      <Head run={run} />
      <Tabs
        label="run_looks"
        chosen={show}
        onChoose={(look) => go(look, worker)}
        tabs={[
          { id: 'board', says: 'run_board', draw: () => <Board run={run} /> },
          {
            id: 'calls',
            says: 'run_calls',
            draw: () => beside(<RunCalls key={worker} run={run} worker={worker} />),
          },
          {
            id: 'evidence',
            says: 'run_evidence',
            draw: () => beside(<RunEvidence run={run} worker={worker} />),
          },
          { id: 'trail', says: 'place_trail', draw: () => trail },
        ]}
      />
    </>
  );
}

function Board({ run }: { readonly run: Run }): VNode {
  const [to, setTo] = useState('all');
  // What a run brought stands before how it came about, once nothing of it goes on.
  const over = isOver(run.status);
  const isReportFirst = useRef(over);
  // It does not move from under whoever writes it.
  if (!document.activeElement?.closest('.run-report')) isReportFirst.current = over;
  const isPlanFirst = over || run.waits.some(({ kind }) => kind === 'plan');

  function write(workerId: string): void {
    setTo(workerId);
    document.querySelector<HTMLElement>('#run-composer')?.focus();
  }

  return (
    <div class="stack">
      <RunWaits run={run} />
      <RunDeeds run={run} />
      {isReportFirst.current && <RunReport key="report" run={run} />}
      {isPlanFirst && <RunPlan key="plan" run={run} />}
      <RunWorkers run={run} onWrite={write} />
      <RunComposer run={run} to={to} onTo={setTo} />
      {!isPlanFirst && <RunPlan key="plan" run={run} />}
      {!isReportFirst.current && <RunReport key="report" run={run} />}
    </div>
  );
}

function Head({ run }: { readonly run: Run }): VNode {
  const { goal, status, plan, budget, conclusion, error } = run;
  const open = plan.filter((task) => task.status !== 'dropped');
  const done = open.filter((task) => task.status === 'done').length;
  return (
    <header class="stack">
      <h2 class="run-goal">
        <Visible text={goal} />
      </h2>
      <p class="run-facts">
        <RunState status={status} />
        {open.length > 0 && <span>{word('run_tasks', done, open.length)}</span>}
        <span class="soft">
          {word('run_inputs', numberText(budget.inputs_used), numberText(budget.limits.inputs))}
        </span>
        <span class="soft">
          <Time at={run.ended_at ?? run.started_at ?? run.created_at} />
        </span>
        {error !== null && <code>{error}</code>}
      </p>
      <p role="status">
        <Visible text={conclusion ?? phaseText(run)} />
      </p>
    </header>
  );
}
