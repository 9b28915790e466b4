import type { VNode } from 'preact';

import { JobState } from '../../parts/job-state.tsx';
import { spanOf, Time } from '../../parts/time.tsx';
import type { Kinds } from '../../store/rows.ts';
import { useRow, useWorld } from '../../store/world.ts';
import { word } from '../../words/word.ts';

type Job = Kinds['job'];

/** The last deliveries, each with how long it took, drawn against the longest. */
export function DeliveryBars({ jobs }: { readonly jobs: readonly Job[] }): VNode {
  const { live } = useWorld();
  const now = live.now();
  if (jobs.length === 0) return <p class="soft small">{word('deliveries_none')}</p>;
  const longest = Math.max(...jobs.map((job) => lengthIn(job, now)), 1);
  return (
    <ol class="bars">
      {jobs.map((job) => (
        <Bar key={job.job_id} job={job} longest={longest} now={now} />
      ))}
    </ol>
  );
}

function lengthIn({ created_at: from, finished_at: to }: Job, now: number): number {
  return Math.max(0, (to ?? now) - from);
}

interface BarProps {
  readonly job: Job;
  readonly longest: number;
  readonly now: number;
}

function Bar({ job: listed, longest, now }: BarProps): VNode {
  const job = useRow('job', listed.job_id) ?? listed;
  const length = lengthIn(job, now);
  const waited = job.started_at === null ? length : Math.max(0, job.started_at - job.created_at);
  const percent = (ms: number): string => `${Math.min(100, (100 * ms) / longest)}%`;
  return (
    <li>
      <a href={`/jobs/${encodeURIComponent(job.job_id)}`}>
        <JobState status={job.status} alone />
      </a>
      <span class="soft small">
        {spanOf(length)} · <Time at={job.created_at} />
      </span>
      <span class="bar" aria-hidden="true">
        <span style={{ width: percent(waited) }} />
        <span style={{ width: percent(length - waited) }} />
      </span>
    </li>
  );
}
