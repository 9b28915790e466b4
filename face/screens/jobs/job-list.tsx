import type { VNode } from 'preact';
import { useLocation } from 'preact-iso/router';

import { List, NewRows } from '../../parts/list.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useSteady } from '../../parts/steady.ts';
import { type Order, type Pages, usePages } from '../../store/pages.ts';
import type { Kinds } from '../../store/rows.ts';
import { useAnswer } from '../../store/world.ts';
import { word } from '../../words/word.ts';
import { JobRow } from './job-row.tsx';
import { useJobDeeds } from './use-job-deeds.ts';
import { type JobFilters, jobsAddress, TABS } from './tabs.ts';

type Job = Kinds['job'];

const ORDER: Order<Job> = { idOf: (one) => one.job_id, rankOf: (one) => one.created_at };

interface ListProps {
  readonly filters: JobFilters;
  readonly chosen: string | undefined;
}

interface StateProps extends ListProps {
  /** Conversations whose deliveries are shown; null: all. */
  readonly within: ReadonlySet<string> | null;
  readonly conversation: string | undefined;
}

/** Deliveries of one state, the newest first. */
export function JobList(props: ListProps): VNode {
  const { platform, title, conversation } = props.filters;
  if (conversation !== undefined)
    return <OfState {...props} within={null} conversation={conversation} />;
  if (platform === undefined && title === undefined) {
    return <OfState {...props} within={null} conversation={undefined} />;
  }
  return <OfChats {...props} />;
}

/** The conductor lists deliveries of one chat or of all: of some, all are looked through. */
function OfChats(props: ListProps): VNode {
  const { platform, title } = props.filters;
  const { data } = useAnswer('listConversations', { query: { platform, title, limit: 200 } }).state
    .value;
  const ids = (data?.items ?? []).map((one) => one.local_conversation_id);
  const only = ids.length === 1 ? ids[0] : undefined;
  return <OfState key={only} {...props} within={new Set(ids)} conversation={only} />;
}

function OfState(props: StateProps): VNode {
  const statuses = TABS[props.filters.tab];
  return statuses.length === 2 ? (
    <OfTwo {...props} statuses={statuses} />
  ) : (
    <OfOne {...props} status={statuses[0]} />
  );
}

function OfOne({
  status,
  ...props
}: StateProps & { readonly status: Job['status'] | undefined }): VNode {
  const { conversation } = props;
  const pages = usePages('listJobs', { query: { limit: 200, status, conversation } }, ORDER);
  return <Shown {...props} pages={pages} />;
}

function OfTwo({
  statuses,
  ...props
}: StateProps & { readonly statuses: readonly [Job['status'], Job['status']] }): VNode {
  const { conversation } = props;
  const [first, second] = statuses;
  const one = usePages('listJobs', { query: { limit: 200, status: first, conversation } }, ORDER);
  const two = usePages('listJobs', { query: { limit: 200, status: second, conversation } }, ORDER);
  return <Shown {...props} pages={bothOf(one, two)} />;
}

/** Two lists as one; a delivery that went from the one to the other meanwhile stands once. */
function bothOf(one: Pages<Job>, two: Pages<Job>): Pages<Job> {
  const byId = new Map([...one.items, ...two.items].map((job) => [job.job_id, job]));
  return {
    items: [...byId.values()].sort((a, b) => b.created_at - a.created_at),
    first: one.first.data === undefined || one.first.error !== null ? one.first : two.first,
    again() {
      one.again();
      two.again();
    },
    more: one.more || two.more,
    full: one.full || two.full,
    onMore() {
      one.onMore();
      two.onMore();
    },
    error: one.error ?? two.error,
  };
}

function Shown({
  filters,
  chosen,
  within,
  pages,
}: StateProps & { readonly pages: Pages<Job> }): VNode {
  const { route } = useLocation();
  const { actionsOf, deed } = useJobDeeds();
  const doing = deed.doing.value;
  const fitting =
    within === null
      ? pages.items
      : pages.items.filter((job) => within.has(job.local_conversation_id));
  const steady = useSteady(fitting, ORDER.idOf);
  const isEmpty = fitting.length === 0 && steady.shown.length === 0;
  return (
    <div class="column">
      <div class="stack">
        <NewRows count={steady.waiting} show={steady.show} />
        {doing.kind === 'failed' && <Problem error={doing.error} />}
        <Pager pages={pages} filtered={isEmpty}>
          {isEmpty && (
            <p class="empty">
              {word(filters.tab === 'all' && within === null ? 'jobs_empty' : 'jobs_none_fit')}
            </p>
          )}
        </Pager>
      </div>
      {!isEmpty && (
        <List
          label={word('jobs_label')}
          items={steady.shown}
          idOf={ORDER.idOf}
          rowHeight={56}
          reuses
          chosen={chosen}
          onBusy={steady.onBusy}
          onEnd={pages.onMore}
          onOpen={(one) => route(jobsAddress(filters, one.job_id))}
          actionsOf={actionsOf}
          draw={(one) => <JobRow listed={one} />}
        />
      )}
    </div>
  );
}
