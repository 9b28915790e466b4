import type { ServerResponse } from 'node:http';

import { type EventFilter, eventView } from '../../features/desk/trail/feature.ts';
import { followPages, type Page } from './follow-pages.ts';
import type { RouteServices } from './route-services.ts';
import * as trailQueries from '../../features/desk/trail/queries.ts';

/** Events read from the table at once. */
const PAGE = 200;

/** Writes the trail to a stream as it grows. */
export function followTrail(
  raw: ServerResponse,
  trail: {
    /** Id of the last event that its reader has. */
    readonly from: number;
    readonly filter: EventFilter;
    /** Names an event in the stream, by its type. */
    readonly nameOf: (type: string) => string;
  },
  services: Pick<RouteServices, 'read' | 'events' | 'log'>,
): ReturnType<typeof followPages> {
  const { from, filter, nameOf } = trail;

  async function pageAfter(after: number): Promise<Page> {
    const query = trailQueries.eventsAfter({ ...filter, after, limit: PAGE });
    const found = await services.read.one(query);
    return {
      pieces: found.events.map((row) => ({
        place: row.eventId,
        text: `id: ${row.eventId}\nevent: ${nameOf(row.type)}\ndata: ${JSON.stringify(eventView(row))}\n\n`,
      })),
      place: found.head,
    };
  }

  return followPages(raw, { from, pageAfter, what: 'the trail' }, services);
}
