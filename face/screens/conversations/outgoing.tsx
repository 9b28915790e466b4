import type { VNode } from 'preact';

import { bothEnds } from '../../../shared/lib/visible-text.ts';
import { JobState } from '../../parts/job-state.tsx';
import { Time } from '../../parts/time.tsx';
import { Visible } from '../../../look/visible.tsx';
import type { Kinds } from '../../store/rows.ts';
import { word } from '../../words/word.ts';
import type { Message } from './message-article.tsx';

type Job = Kinds['job'];

/** Enough of a message to know which one it is. */
const SHOWN_CHARS = 400;

interface OutgoingProps {
  /** The newest first. */
  readonly jobs: readonly Job[];
  readonly messages: readonly Message[];
}

/** Messages on their way into the chat and not seen there yet, and those that failed since the last message. */
export function Outgoing({ jobs, messages }: OutgoingProps): VNode {
  const shown = outgoingOf(jobs, messages);
  return (
    <>
      {shown.map((job) => (
        <article
          key={job.job_id}
          class="message outgoing"
          data-author="baton"
          tabIndex={-1}
          aria-label={word('delivery')}
        >
          <header>
            <strong>{word(job.origin === 'person' ? 'said_by_you_here' : 'said_by_baton')}</strong>
            <a class="small" href={`/jobs/${encodeURIComponent(job.job_id)}`}>
              <JobState status={job.status} />
            </a>
            {job.due_at !== null && (
              <span class="soft small">
                {word('again_at')} <Time at={job.due_at} />
              </span>
            )}
            {job.error !== null && <code>{job.error.code}</code>}
          </header>
          <p class="as-written">
            <Visible text={bothEnds(job.message_text, SHOWN_CHARS)} />
          </p>
        </article>
      ))}
    </>
  );
}

/** The oldest first, as they will stand. */
export function outgoingOf(jobs: readonly Job[], messages: readonly Message[]): readonly Job[] {
  const seen = new Set(messages.map(({ job_id: job, role }) => (role === 'user' ? job : null)));
  const newest = messages[0]?.observed_at ?? 0;
  return jobs
    .filter(({ job_id: id, status, updated_at: at }) => {
      if (seen.has(id) || status === 'finalized') return false;
      return status !== 'failed' || at > newest;
    })
    .toReversed();
}
