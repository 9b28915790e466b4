import type { VNode } from 'preact';
import { useLocation, useRoute } from 'preact-iso/router';

import { useAnswer } from '../../store/world.ts';
import { numberText } from '../../words/formats.ts';
import { word } from '../../words/word.ts';
import { JobDetail } from './job-detail.tsx';
import { JobList } from './job-list.tsx';
import { countOf, jobFiltersOf, jobsAddress, TAB_NAMES } from './tabs.ts';
import { WhereFilter } from './where-filter.tsx';
import './jobs.css';

/** Deliveries: what goes out into chats, how far it is, and what came of it. */
export function Jobs(): VNode {
  const { query, route } = useLocation();
  const chosen = useRoute().params['id'];
  const filters = jobFiltersOf(query);
  const counts = useAnswer('getStatus').state.value.data?.jobs;
  return (
    <>
      <nav class="tabs of-list" aria-label={word('job_tabs')}>
        {TAB_NAMES.map((tab) => (
          <a
            key={tab}
            href={jobsAddress({ ...filters, tab })}
            aria-current={tab === filters.tab ? 'true' : undefined}
          >
            {word(`jobs_${tab}`)}{' '}
            {counts !== undefined && (
              <span class="soft number">{numberText(countOf(tab, counts))}</span>
            )}
          </a>
        ))}
      </nav>
      <WhereFilter filters={filters} onChange={(next) => route(jobsAddress(next, chosen), true)} />
      <div class="split" data-chosen={chosen !== undefined}>
        <JobList key={JSON.stringify(filters)} filters={filters} chosen={chosen} />
        <div class="detail">
          {chosen === undefined ? (
            <p class="empty">{word('approvals_choose')}</p>
          ) : (
            <JobDetail key={chosen} id={chosen} back={jobsAddress(filters)} />
          )}
        </div>
      </div>
    </>
  );
}
