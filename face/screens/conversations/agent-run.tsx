import type { VNode } from 'preact';

import type { ResponseOf } from '../../../shared/api/operations.ts';
import { DeedButton } from '../../parts/deed-button.tsx';
import { Mark, type Tone } from '../../parts/mark.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Time } from '../../parts/time.tsx';
import { useMay } from '../../store/may.ts';
import { useAnswer, useDeed } from '../../store/world.ts';
import { counted, word } from '../../words/word.ts';

type Run = ResponseOf<'listAgentRuns'>['items'][number];

/** Tones of all runs but those whose answer is in the conversation. */
const TONES: Readonly<Record<Exclude<Run['status'], 'succeeded'>, Tone>> = {
  running: 'busy',
  waiting_person: 'busy',
  waiting_model: 'busy',
  stopping: 'busy',
  failed: 'bad',
  stopped: 'soft',
};

export function useNewestRun(conversation: string): Run | undefined {
  const runs = useAnswer('listAgentRuns', { query: { conversation, limit: 1 } });
  return runs.state.value.data?.items[0];
}

/** How the newest work of an agent stands, in its conversation; what has come to a good end is said by its answer. */
export function AgentRun({ conversation }: { readonly conversation: string }): VNode | null {
  const newest = useNewestRun(conversation);
  if (newest === undefined || newest.status === 'succeeded') return null;
  return <Standing key={newest.run_id} run={newest} status={newest.status} />;
}

function Standing({
  run,
  status,
}: {
  readonly run: Run;
  readonly status: keyof typeof TONES;
}): VNode {
  const { run_id: id, steps_used: steps, calls_used: calls, due_at: due, error } = run;
  const mayStop = useMay('answer');
  const mayResume = useMay('full');
  const deed = useDeed();
  const doing = deed.doing.value;
  const hasEnded = status === 'failed' || status === 'stopped';
  return (
    <section class="stack" aria-label={word('agent_run')}>
      <div class="agent-run" role="status">
        <Mark tone={TONES[status]}>{word(`agent_run_${status}`)}</Mark>
        <span class="soft small">
          {counted('agent_steps', steps)} · {counted('agent_calls', calls)}
          {due !== null && !hasEnded && (
            <>
              {' '}
              · {word('agent_run_due')} <Time at={due} />
            </>
          )}
        </span>
        {mayStop && !hasEnded && status !== 'stopping' && (
          <DeedButton
            deed={deed}
            kind="plain"
            onPress={() => void deed.run('stopAgentRun', { params: { id }, body: {} })}
          >
            {word('agent_stop')}
          </DeedButton>
        )}
        {mayResume && hasEnded && (
          <DeedButton
            deed={deed}
            kind="plain"
            onPress={() => void deed.run('resumeAgentRun', { params: { id } })}
          >
            {word('agent_resume')}
          </DeedButton>
        )}
      </div>
      {error !== null && <Problem error={error} />}
      {doing.kind === 'failed' && <Problem error={doing.error} />}
    </section>
  );
}
