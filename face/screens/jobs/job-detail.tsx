import type { VNode } from 'preact';
import { useLocation } from 'preact-iso/router';

import { BackLink } from '../../parts/back-link.tsx';
import { Block } from '../../parts/block.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { DeedButton } from '../../parts/deed-button.tsx';
import { JobState } from '../../parts/job-state.tsx';
import { useKeys } from '../../parts/keys.ts';
import { Problem } from '../../parts/problem.tsx';
import { Prose } from '../../parts/prose/prose.tsx';
import { spanOf, Time } from '../../parts/time.tsx';
import { useMay } from '../../store/may.ts';
import type { Kinds } from '../../store/rows.ts';
import { useAnswer, useRow } from '../../store/world.ts';
import { errorWords } from '../../words/error-words.ts';
import { counted, word } from '../../words/word.ts';
import { ChatTitle } from './job-row.tsx';
import { Steps } from './steps.tsx';
import { CANCELLABLE, cancelWords, type DONE, mayLieThere, useJobDeeds } from './use-job-deeds.ts';

type Job = Kinds['job'];

interface DetailProps {
  readonly id: string;
  /** The list without it. */
  readonly back: string;
}

/** One delivery: its text, its tries, the reply to it, and what can be done about it. */
export function JobDetail({ id, back }: DetailProps): VNode {
  const { state, again } = useAnswer('getJob', { params: { id } });
  const newest = useRow('job', id);
  const { route } = useLocation();
  useKeys('place_jobs', [{ keys: 'Escape', says: 'keys_back', run: () => route(back) }]);
  return (
    <>
      <BackLink href={back} />
      <Block state={state} again={again} of={id}>
        {(job) => <Delivery job={newest ?? job} />}
      </Block>
    </>
  );
}

function Delivery({ job }: { readonly job: Job }): VNode {
  const { job_id: id, local_conversation_id: chat, error, status } = job;
  const { deed, run: runOn, actionsOf } = useJobDeeds();
  const mayAnswer = useMay('answer');
  const doing = deed.doing.value;
  const mayRetry = mayAnswer && status === 'failed';
  const mayCancel = mayAnswer && CANCELLABLE.includes(status);
  const isUncertain = mayLieThere(job);
  const run = (what: keyof typeof DONE): Promise<void> => runOn(what, id);

  useKeys('place_jobs', actionsOf(job));

  return (
    <section class="card" aria-label={word('delivery')}>
      <header class="asked">
        <h2>
          <a href={`/conversations/${encodeURIComponent(chat)}`}>
            <ChatTitle id={chat} />
          </a>
        </h2>
        <JobState status={status} alone />
      </header>
      <p class="soft">
        {word(`job_origin_${job.origin}`)} · <Time at={job.created_at} />
        {job.attempt_count > 0 && ` · ${counted('job_tries', job.attempt_count)}`}
        {job.finished_at !== null && ` · ${spanOf(job.finished_at - job.created_at)}`}
        {job.due_at !== null && (
          <>
            {' '}
            · {word('again_at')} <Time at={job.due_at} />
          </>
        )}
      </p>
      {error !== null && (
        <div class="problem" role="status">
          <p>
            <strong>{errorWords(error.code)?.meaning ?? error.code}</strong> <bdi>{error.text}</bdi>
          </p>
          <p class="soft">
            {isUncertain ? word('uncertain_look') : errorWords(error.code)?.remedy}{' '}
            <code>{error.code}</code>
          </p>
        </div>
      )}
      <div class="buttons">
        {isUncertain && (
          <a class="button" href={`/conversations/${encodeURIComponent(chat)}`}>
            {word('uncertain_open')}
          </a>
        )}
        {mayRetry && isUncertain && (
          <DeedButton deed={deed} kind="plain" onPress={() => void run('confirmJob')}>
            {word('uncertain_there')}
          </DeedButton>
        )}
        {mayRetry && (
          <DeedButton
            deed={deed}
            kind="main"
            {...(!isUncertain && { hint: 'r' })}
            onPress={() => void run('retryJob')}
          >
            {word(isUncertain ? 'uncertain_retry' : 'job_retry')}
          </DeedButton>
        )}
        {mayRetry && isUncertain && (
          <DeedButton deed={deed} kind="bad" onPress={() => void run('resendJob')}>
            {word('uncertain_send')}
          </DeedButton>
        )}
        {mayCancel && (
          <DeedButton deed={deed} kind="bad" hint="c" onPress={() => void run('cancelJob')}>
            {word(cancelWords(job))}
          </DeedButton>
        )}
        <CopyButton text={job.message_text} />
        {job.artifact_id !== null && (
          <a href={`/artifacts/${encodeURIComponent(job.artifact_id)}`}>{word('job_whole_text')}</a>
        )}
      </div>
      {doing.kind === 'failed' && <Problem error={doing.error} />}
      <h3>{word('job_text')}</h3>
      <Prose text={job.message_text} />
      {status === 'finalized' && <Reply job={id} />}
      <h3>{word('job_steps')}</h3>
      <Steps job={id} />
    </section>
  );
}

/** The assistant's reply; a delivery that is done waits for nothing. */
function Reply({ job: id }: { readonly job: string }): VNode {
  const query = { until: 'final', timeout_ms: 1 } as const;
  const asked = useAnswer('waitForJob', { params: { id }, query });
  return (
    <Block {...asked}>
      {({ reply }) =>
        reply === null ? (
          <p class="soft">{word('no_reply_yet')}</p>
        ) : (
          <>
            <h3>{word('job_reply')}</h3>
            <Prose text={reply.text} />
          </>
        )
      }
    </Block>
  );
}
