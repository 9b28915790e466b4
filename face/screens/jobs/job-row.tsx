import type { VNode } from 'preact';

import { bothEnds } from '../../../shared/lib/visible-text.ts';
import { JobState } from '../../parts/job-state.tsx';
import { Time } from '../../parts/time.tsx';
import { Visible } from '../../../look/visible.tsx';
import type { Kinds } from '../../store/rows.ts';
import { useAnswer, useRow } from '../../store/world.ts';
import { counted, word } from '../../words/word.ts';

type Job = Kinds['job'];

const SHOWN_CHARS = 160;

/** One delivery: how far it is, where to, what it says, and what holds it up. */
export function JobRow({ listed }: { readonly listed: Job }): VNode {
  const job = useRow('job', listed.job_id) ?? listed;
  return (
    <div class="two-lines grow">
      <p>
        <JobState status={job.status} />
        <ChatTitle id={job.local_conversation_id} />
        <span class="soft text-line">
          <Visible text={bothEnds(job.message_text, SHOWN_CHARS)} />
        </span>
      </p>
      <p class="soft small">
        <Time at={job.created_at} />
        {job.attempt_count > 0 && <span>{counted('job_tries', job.attempt_count)}</span>}
        {job.error !== null && <code>{job.error.code}</code>}
        {job.status === 'retry_wait' && job.due_at !== null && (
          <span>
            {word('again_at')} <Time at={job.due_at} />
          </span>
        )}
      </p>
    </div>
  );
}

/** The title of the chat; asked for where no list held it. */
export function ChatTitle({ id }: { readonly id: string }): VNode {
  const { data } = useAnswer('getConversation', { params: { id } }).state.value;
  const title = useRow('conversation', id)?.title ?? data?.title;
  return (
    <strong class="title">
      <Visible text={title ?? word('untitled')} />
    </strong>
  );
}
