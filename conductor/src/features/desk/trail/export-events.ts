import type { Input } from '../../../../../shared/api/operation.ts';
import type { serviceOperations } from '../../../../../shared/api/service.ts';
import type { Page, PageRequest } from '../../../engine/page-cursor.ts';
import type { Reader } from '../../../engine/query.ts';
import type { ShownEvent } from './queries.ts';
import { filterOf } from './trail-filter.ts';
import { eventView } from './views.ts';
import * as trail from './queries.ts';

/** Read and sent at once: none of it is held for long. */
const LIMIT = 500;

/** The events of the trail that fit a filter, as JSON lines, the newest first, however many they are. */
export async function* exportEvents(
  read: Reader,
  { q: words, ...query }: Omit<Input<(typeof serviceOperations)['listEvents']>['query'], 'limit'>,
): AsyncGenerator<string> {
  const filter = { ...filterOf(query), words };
  for (let request: PageRequest | null = { limit: LIMIT, after: null }; request !== null;) {
    const page: Page<ShownEvent> | null = await read.one(
      trail.events({
        ...filter,
        page: request,
      }),
    );
    for (const row of page?.items ?? []) yield `${JSON.stringify(eventView(row))}\n`;
    request = page?.next ? { limit: LIMIT, after: page.next } : null;
  }
}
