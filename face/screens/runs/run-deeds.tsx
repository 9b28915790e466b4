import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';

import { AskSure } from '../../parts/ask-sure.tsx';
import { ChoiceBox } from '../../parts/choice-box.tsx';
import { DeedButton } from '../../parts/deed-button.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useMay } from '../../store/may.ts';
import { useDeed, useToast } from '../../store/world.ts';
import { word } from '../../words/word.ts';
import { isOver, type Run } from './run-state.tsx';
import { isProgram } from './template-field.tsx';

/** Deeds of a person on a whole run now, by its status. */
export function RunDeeds({ run }: { readonly run: Run }): VNode {
  const { run_id: id, status, waits, plan_id: plan, workers } = run;
  const may = { answer: useMay('answer'), full: useMay('full') };
  const going = useDeed();
  const ending = useDeed();
  const [asks, ask] = useState<'stop' | 'remove' | null>(null);
  const [leaves, setLeaves] = useState(false);
  const toast = useToast();
  const { route } = useLocation();
  const doing = going.doing.value;
  // The plan that was here first: one that came in its place is looked at before it is accepted.
  const seen = useRef(plan);
  if (seen.current === null || plan === null) seen.current = plan;
  const offered = offers(status, waits).filter(([, , needs]) => may[needs]);
  const isAtRest = isOver(status) || status === 'draft';
  const mayEnd = isAtRest ? may.full : may.answer;
  const end = isAtRest ? 'remove' : 'stop';

  function go(deed: Offer[0]): void {
    if (deed !== 'acceptRunPlan') return void going.run(deed, { params: { id } });
    // guard: plan-shown-first
    void going.run(deed, { params: { id }, body: { plan: seen.current ?? '' } });
    seen.current = plan;
  }

  async function doIt(): Promise<void> {
    const params = { id };
    const removes = asks === 'remove';
    const done = removes
      ? await ending.run('removeRun', { params })
      : await ending.run('stopRun', { params, body: { close: leaves ? 'none' : 'own' } });
    if (!done?.ok) return;
    ask(null);
    if (!removes) return;
    toast({ text: word('run_removed'), tone: 'good' });
    route('/runs');
  }

  return (
    <>
      {doing.kind === 'failed' && <Problem error={doing.error} />}
      <div class="buttons">
        {offered.map(([deed, says, , kind]) => (
          <DeedButton key={deed} deed={going} kind={kind} onPress={() => go(deed)}>
            {word(says)}
          </DeedButton>
        ))}
        {mayEnd && (
          <button type="button" class="bad" onClick={() => ask(end)}>
            {word(`run_${end}`)}
          </button>
        )}
      </div>
      {asks !== null && (
        <AskSure
          title={word(`run_${asks}`)}
          says={word(`run_${asks}`)}
          deed={ending}
          onSure={() => void doIt()}
          onClose={() => ask(null)}
        >
          <p>{word(`run_${asks}_means`)}</p>
          {asks === 'stop' && workers.some((one) => isProgram(one.template_id)) && (
            <ChoiceBox checked={leaves} onChange={setLeaves}>
              {word('run_stop_leaves')}
            </ChoiceBox>
          )}
        </AskSure>
      )}
    </>
  );
}

/** A deed, the verb on its button, the scope that it needs, and how its button looks. */
const BEGIN = ['beginRun', 'run_begin', 'full', 'main'] as const;
const ACCEPT = ['acceptRunPlan', 'run_accept', 'full', 'main'] as const;
const PAUSE = ['pauseRun', 'run_pause', 'answer', 'plain'] as const;
const RESUME = ['resumeRun', 'run_resume', 'full', 'main'] as const;
const REOPEN = ['reopenRun', 'run_reopen', 'full', 'plain'] as const;

type Offer = typeof BEGIN | typeof ACCEPT | typeof PAUSE | typeof RESUME | typeof REOPEN;

function offers(status: Run['status'], waits: Run['waits']): readonly Offer[] {
  if (isOver(status)) return [REOPEN];
  if (status === 'draft') return [BEGIN];
  if (status === 'paused') return [RESUME];
  return waits.some(({ kind }) => kind === 'plan') ? [ACCEPT, PAUSE] : [PAUSE];
}
