import type { sitesOperations } from '../../../../../../shared/api/sites.ts';
import { ok } from '../../../../../../shared/lib/result.ts';
import {
  conversationKey,
  conversationRef,
} from '../../../../../../shared/model/conversation-key.ts';
import type { Handling, Kit } from '../../../../engine/feature.ts';
import { browsersFeature } from '../../../ground/browsers/feature.ts';
import { settingsFeature } from '../../../ground/settings/feature.ts';
import { type Health, healthAfter } from './health.ts';
import { siteViews } from './views.ts';
import * as sites from './queries.ts';
import * as conversationsQueries from '../../../heart/conversations/queries.ts';

const DAY_MS = 86_400_000;

/**
 * Most sites: more than anyone has open in months. Reports of sites that are none push out only those reported longest
 * ago.
 */
const MAX_HEALTHS = 1_000;

/** Starts the health of chat sites: what connected browsers report, and the outcomes of deliveries. */
export function startSites(kit: Kit): Handling<null, typeof sitesOperations> {
  const { read, now } = kit;
  const { presence } = kit.use(browsersFeature);
  const settings = kit.use(settingsFeature);
  /** Health by site, since the start: it outlives the page that showed it. */
  const healths = new Map<string, Health>();

  const unwatch = presence.watch(() => {
    const pages = presence.reports().flatMap((report) => report.pages);
    for (const [platform, of] of Map.groupBy(pages, (page) => page.platform)) {
      const after = healthAfter(healths.get(platform), of, now());
      if (after === undefined) continue;
      healths.delete(platform);
      healths.set(platform, after);
    }
    // guard: sites-few
    for (const [platform] of [...healths].slice(0, -MAX_HEALTHS)) healths.delete(platform);
  });

  return {
    provides: null,
    handlers: {
      async listPlatforms() {
        const reports = presence.reports();
        const keys = reports.flatMap(({ pages }) =>
          pages.flatMap(({ platform, remote_conversation_id: id }) =>
            id === null ? [] : conversationKey({ platform, remote_conversation_id: id }),
          ),
        );
        const { counts, conversations } = await read.snapshot({
          counts: sites.siteCounts({ since: now() - DAY_MS }),
          conversations: conversationsQueries.conversations({
            refs: keys.map((key) => conversationRef(key)),
          }),
        });
        return ok({
          items: siteViews({
            browsers: reports.map((report) => ({
              ...report,
              extensionVersion: presence.extensionVersion(report.clientId),
              startable: presence.live().find((one) => one.clientId === report.clientId)?.startable,
            })),
            counts,
            conversations: new Map(conversations.map((row) => [row.conversationKey, row])),
            healths,
            defaultModes: settings.current().default_modes,
          }),
        });
      },
    },
    stop: unwatch,
  };
}
