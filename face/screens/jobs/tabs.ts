import type { Kinds } from '../../store/rows.ts';

type Status = Kinds['job']['status'];

/** The states of deliveries as a person asks for them: each is one or two of the conductor's. */
export const TABS = {
  all: [],
  pending: ['pending'],
  in_flight: ['dispatched', 'acked'],
  waiting: ['retry_wait'],
  failed: ['failed'],
  done: ['finalized'],
} as const satisfies Readonly<Record<string, readonly Status[]>>;

export type Tab = keyof typeof TABS;

export const TAB_NAMES = Object.keys(TABS) as readonly Tab[];

export function tabOf(query: Readonly<Record<string, string>>): Tab {
  return TAB_NAMES.find((one) => one === query['state']) ?? 'all';
}

/** How many there are. */
export function countOf(tab: Tab, jobs: Readonly<Partial<Record<Status, number>>>): number {
  const statuses: readonly Status[] = tab === 'all' ? (Object.keys(jobs) as Status[]) : TABS[tab];
  return statuses.reduce((sum, status) => sum + (jobs[status] ?? 0), 0);
}

/** Filters of the list: a state, and a place. */
export interface JobFilters {
  readonly tab: Tab;
  /** One conversation, by our id. */
  readonly conversation?: string;
  readonly platform?: string;
  readonly title?: string;
}

export function jobFiltersOf(query: Readonly<Record<string, string>>): JobFilters {
  const { conversation, platform, title } = query;
  return {
    tab: tabOf(query),
    ...(conversation !== undefined &&
      conversation !== '' && { conversation: conversation.slice(0, 256) }),
    ...(platform !== undefined && platform !== '' && { platform: platform.slice(0, 280) }),
    ...(title !== undefined && title !== '' && { title: title.slice(0, 200) }),
  };
}

/** The address that shows this; `id`: with one delivery beside the list. */
export function jobsAddress({ tab, ...where }: JobFilters, id?: string): string {
  const search = new URLSearchParams({ ...(tab !== 'all' && { state: tab }), ...where });
  const path = id === undefined ? '/jobs' : `/jobs/${encodeURIComponent(id)}`;
  return search.size === 0 ? path : `${path}?${search.toString()}`;
}
