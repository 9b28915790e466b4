import { count, eq, gte, sql } from 'drizzle-orm';

import type { QueryImplementations } from '../../../../stores/sqlite/sqlite-implementation.ts';
import { preparedQuery } from '../../../../stores/sqlite/prepared-query.ts';
import { conversations } from '../../../heart/conversations/tables.sqlite.ts';
import { deliveryJobs } from '../../../heart/deliveries/tables.sqlite.ts';

import type * as queries from './queries.ts';

const known = preparedQuery((db) =>
  db
    .select({ platform: conversations.platform, n: count() })
    .from(conversations)
    .groupBy(conversations.platform)
    .prepare(),
);

const begun = preparedQuery((db) =>
  db
    .select({
      platform: conversations.platform,
      status: deliveryJobs.status,
      code: deliveryJobs.lastErrorCode,
      n: count(),
    })
    .from(deliveryJobs)
    .innerJoin(conversations, eq(conversations.conversationKey, deliveryJobs.conversationKey))
    .where(gte(deliveryJobs.createdAt, sql.placeholder('since')))
    .groupBy(conversations.platform, deliveryJobs.status, deliveryJobs.lastErrorCode)
    .prepare(),
);

export const sitesQueries: QueryImplementations<typeof queries> = {
  siteCounts(db, { since }) {
    const jobs = Map.groupBy(begun(db).all({ since }), ({ platform }) => platform);
    return new Map(
      known(db)
        .all()
        .map(({ platform, n }) => {
          const of = jobs.get(platform) ?? [];
          const delivered = of
            .filter(({ status }) => status === 'acked' || status === 'finalized')
            .reduce((sum, one) => sum + one.n, 0);
          const failed = of
            .filter(({ status }) => status === 'failed')
            .map(({ code, n: times }) => [code ?? 'internal', times] as const);
          return [platform, { conversations: n, delivered, failed: Object.fromEntries(failed) }];
        }),
    );
  },
};
