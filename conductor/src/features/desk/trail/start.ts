import type { Handling, Kit } from '../../../engine/feature.ts';
import type { serviceOperations } from '../../../../../shared/api/service.ts';
import { err, ok } from '../../../../../shared/lib/result.ts';
import { browsersFeature } from '../../ground/browsers/feature.ts';
import { listPage, noConversation, onePlace } from '../../heart/conversations/feature.ts';
import { createReadiness, type Readiness } from './readiness.ts';
import { filterOf } from './trail-filter.ts';
import { eventView } from './views.ts';
import * as trail from './queries.ts';
import * as numbers from '../overview/numbers/queries.ts';
import { DATA_DIR } from '../../ground/settings/given.ts';

/** Calls of the edges about the conductor itself. */
export interface ServicePort {
  readonly readiness: Readiness;
}

/** The conductor itself: how it stands, what happened. */
export function startService(kit: Kit): Handling<ServicePort, typeof serviceOperations> {
  const { store, read, now, version, readOnly, given } = kit;
  const { clients } = kit.use(browsersFeature);
  const startedAt = now();
  measure(kit);

  return {
    provides: { readiness: createReadiness({ store, dataDir: given(DATA_DIR), readOnly }) },
    handlers: {
      async getStatus() {
        const { counts, database } = await read.snapshot({
          counts: trail.counts({ now: now() }),
          database: numbers.database(),
        });
        return ok({
          version,
          started_at: startedAt,
          database: { ...database, read_only: readOnly },
          conversations: { auto: 0, manual: 0, paused: 0, draining: 0, ...counts.conversations },
          all_paused: counts.allPaused,
          jobs: counts.jobs,
          open_approvals: counts.openApprovals,
          clients: await clients(),
          parked: [...counts.parked],
        });
      },
      async listEvents({ query: { around, newer_than: newerThan, q: words, ...query } }) {
        const place = onePlace(query, around, newerThan);
        if (!place.ok) return place;
        const { at: eventId, newer = false } = place.value ?? {};
        return listPage(
          query,
          (page) =>
            read.one(
              trail.events({
                ...filterOf(query),
                words,
                ...(eventId !== undefined && { place: { eventId, newer } }),
                page,
              }),
            ),
          eventView,
        );
      },
      async countEvents({ query }) {
        const counts = await read.one(trail.eventCounts({ ...filterOf(query) }));
        if (counts === null) return err(noConversation(query.conversation));
        const { items, whole, keptSince } = counts;
        const total = items.reduce((sum, one) => sum + one.count, 0);
        return ok({ total, items: [...items], whole, kept_since: keptSince });
      },
    },
  };
}

/** Measures how much there is of everything. */
function measure({ read, now, meter, readOnly: isReadOnly }: Kit): void {
  const conversations = meter.gauge('conversations', 'Conversations by mode.', ['mode']);
  const jobs = meter.gauge('jobs', 'Deliveries by status.', ['status']);
  const instructions = meter.gauge('instructions', 'Actions that have not ended, by status.', [
    'status',
  ]);
  const approvals = meter.gauge('open_approvals', 'Questions that wait for a person.');
  const parked = meter.gauge('parked_accounts', 'Accounts held back by a limit of their site.');
  const database = meter.gauge('database_bytes', 'Size of the database file.');
  const eventHead = meter.gauge('event_head', 'Id of the newest event.');
  const readOnly = meter.gauge('read_only', '1: the data can only be read.');
  meter.beforeScrape(async () => {
    const {
      counts,
      database: { bytes },
      head,
    } = await read.snapshot({
      counts: trail.counts({ now: now() }),
      database: numbers.database(),
      head: trail.newestEventId(),
    });
    for (const [mode, n] of Object.entries(counts.conversations)) conversations.set(n, { mode });
    jobs.reset();
    for (const [status, n] of Object.entries(counts.jobs)) jobs.set(n, { status });
    instructions.reset();
    for (const [status, n] of Object.entries(counts.instructions)) instructions.set(n, { status });
    approvals.set(counts.openApprovals);
    parked.set(counts.parked.length);
    database.set(bytes);
    eventHead.set(head);
    readOnly.set(isReadOnly ? 1 : 0);
  });
}
