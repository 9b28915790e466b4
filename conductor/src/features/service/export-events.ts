import type { Input } from '../../../../shared/api/operation.ts';
import type { serviceOperations } from '../../../../shared/api/service.ts';
import type { Page, PageWish } from '../../engine/page-cursor.ts';
import type { Reader } from '../../engine/query.ts';
import type { ShownEvent } from './queries.ts';
import { filterOf } from './trail-filter.ts';
import { eventView } from './views.ts';

/** Read and sent at once: none of it is held for long. */
const LIMIT = 500;

/** What fits of the trail as JSON lines, the newest first, however much that is. */
export async function* exportEvents(
  read: Reader,
  { q: words, ...query }: Omit<Input<(typeof serviceOperations)['listEvents']>['query'], 'limit'>,
): AsyncGenerator<string> {
  const filter = { ...filterOf(query), words };
  for (let wish: PageWish | null = { limit: LIMIT, after: null }; wish !== null;) {
    const page: Page<ShownEvent> | null = await read.one({
      query: 'events',
      ...filter,
      page: wish,
    });
    for (const row of page?.items ?? []) yield `${JSON.stringify(eventView(row))}\n`;
    wish = page?.next ? { limit: LIMIT, after: page.next } : null;
  }
}
