import type { ResponseOf } from '../../../../../../shared/api/operations.ts';
import type { SiteReport } from '../../../ground/browsers/feature.ts';

type Site = ResponseOf<'listPlatforms'>['items'][number];

type Page = SiteReport['pages'][number];

/** How well Baton fits a site, as its pages showed. Times in ms since 1970-01-01 UTC. */
export interface Health {
  readonly health: Exclude<Site['health'], 'unknown'>;
  readonly since: number;
  readonly seenAt: number;
  /** The part of the page that was not found. */
  readonly sought: string | null;
  readonly checks: Page['checks'];
}

/** Null: the page has given no occasion to tell. */
function judged({ problem, checks }: Page): Pick<Health, 'health' | 'sought'> | null {
  const all = Object.values(checks);
  if (problem?.code === 'adapter_drift') return { health: 'drift', sought: problem.text };
  if (all.includes('failed')) return { health: 'drift', sought: null };
  return all.includes('ok') ? { health: 'ok', sought: null } : null;
}

/**
 * Returns the health of a site after its open pages reported. A page that shows drift counts before the others; if no
 * page tells anything, the health stays as it was.
 */
export function healthAfter(
  before: Health | undefined,
  pages: readonly Page[],
  now: number,
): Health | undefined {
  const found = pages.flatMap((page) => {
    const one = judged(page);
    return one === null ? [] : [{ ...one, checks: page.checks }];
  });
  const told = found.find(({ health }) => health === 'drift') ?? found[0];
  if (told === undefined) return before;
  const since = before?.health === told.health ? before.since : now;
  return { ...told, since, seenAt: now };
}
