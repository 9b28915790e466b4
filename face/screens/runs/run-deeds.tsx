import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';

import { AskSure } from '../../parts/ask-sure.tsx';
import { DeedButton } from '../../parts/deed-button.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useMay } from '../../store/may.ts';
import { useDeed, useToast } from '../../store/world.ts';
import { word } from '../../words/word.ts';
import { isOver, type Run } from './run-state.tsx';

/** What a person may do with a whole run now, by its status. */
export function RunDeeds({ run }: { readonly run: Run }): VNode | null {
  const { run_id: id, status, waits, plan_id: plan } = run;
  const may = { answer: useMay('answer'), full: useMay('full') };
  const going = useDeed();
  const stopping = useDeed();
  const [asks, ask] = useState<'stop' | 'remove' | null>(null);
  const removing = useDeed();
  const toast = useToast();
  const { route } = useLocation();
  const doing = going.doing.value;
  // The plan that was here first: one that came in its place is looked at before it is accepted.
  const seen = useRef(plan);
  if (seen.current === null || plan === null) seen.current = plan;
  const offered = offers(status, waits).filter(({ needs }) => may[needs]);
  const isAtRest = isOver(status) || status === 'draft';
  const mayStop = may.answer && !isAtRest;
  const mayRemove = may.full && isAtRest;
  if (offered.length === 0 && !mayStop && !mayRemove) return null;

  function go({ deed }: Offer): void {
    if (deed !== 'acceptRunPlan') return void going.run(deed, { params: { id } });
    void going.run(deed, { params: { id }, body: { plan: seen.current ?? '' } });
    seen.current = plan;
  }

  async function stop(): Promise<void> {
    const done = await stopping.run('stopRun', { params: { id } });
    if (done?.ok === true) ask(null);
  }

  async function remove(): Promise<void> {
    const done = await removing.run('removeRun', { params: { id } });
    if (done?.ok !== true) return;
    toast({ text: word('run_removed'), tone: 'good' });
    route('/runs');
  }

  return (
    <>
      {doing.kind === 'failed' && <Problem error={doing.error} />}
      <div class="buttons run-deeds">
        {offered.map((offer) => (
          <DeedButton key={offer.deed} deed={going} kind={offer.kind} onPress={() => go(offer)}>
            {word(offer.says)}
          </DeedButton>
        ))}
        {mayStop && (
          <button type="button" class="bad" onClick={() => ask('stop')}>
            {word('run_stop')}
          </button>
        )}
        {mayRemove && (
          <button type="button" class="bad" onClick={() => ask('remove')}>
            {word('run_remove')}
          </button>
        )}
      </div>
      {asks !== null && (
        <AskSure
          title={word(`run_${asks}`)}
          says={word(`run_${asks}`)}
          deed={asks === 'stop' ? stopping : removing}
          onSure={() => void (asks === 'stop' ? stop() : remove())}
          onClose={() => ask(null)}
        >
          <p>{word(`run_${asks}_means`)}</p>
        </AskSure>
      )}
    </>
  );
}

const BEGIN = { deed: 'beginRun', says: 'run_begin', needs: 'full', kind: 'main' } as const;
const ACCEPT = { deed: 'acceptRunPlan', says: 'run_accept', needs: 'full', kind: 'main' } as const;
const PAUSE = { deed: 'pauseRun', says: 'run_pause', needs: 'answer', kind: 'plain' } as const;
const RESUME = { deed: 'resumeRun', says: 'run_resume', needs: 'full', kind: 'main' } as const;
const REOPEN = { deed: 'reopenRun', says: 'run_reopen', needs: 'full', kind: 'plain' } as const;

type Offer = typeof BEGIN | typeof ACCEPT | typeof PAUSE | typeof RESUME | typeof REOPEN;

function offers(status: Run['status'], waits: Run['waits']): readonly Offer[] {
  if (isOver(status)) return [REOPEN];
  if (status === 'draft') return [BEGIN];
  if (status === 'paused') return [RESUME];
  return waits.some(({ kind }) => kind === 'plan') ? [ACCEPT, PAUSE] : [PAUSE];
}
