import type { ResponseOf } from '../../../../../../shared/api/operations.ts';
import {
  type ConversationKey,
  conversationKey,
} from '../../../../../../shared/model/conversation-key.ts';
import type { SiteReport } from '../../../ground/browsers/feature.ts';
import type { Conversation } from '../../../heart/conversations/feature.ts';
import type { Health } from './health.ts';
import type { SiteCounts } from './queries.ts';

export type SiteView = ResponseOf<'listPlatforms'>['items'][number];

interface Browser extends SiteReport {
  readonly clientId: string;
  readonly extensionVersion: string | null;
  readonly startable: ReadonlySet<string> | undefined;
}

/** Sources of the views of sites. */
export interface KnownOfSites {
  readonly browsers: readonly Browser[];
  readonly counts: ReadonlyMap<string, SiteCounts>;
  /** Conversations that pages show. */
  readonly conversations: ReadonlyMap<ConversationKey, Conversation>;
  readonly healths: ReadonlyMap<string, Health>;
  readonly defaultModes: Readonly<Record<string, SiteView['default_mode']>>;
}

/** Every site that somebody knows: those with open pages first, then those with conversations, then by name. */
export function siteViews(known: KnownOfSites): SiteView[] {
  const { browsers, counts } = known;
  const names = new Set([
    ...browsers.flatMap(({ sites, pages }) => [...sites, ...pages].map((one) => one.platform)),
    ...counts.keys(),
  ]);
  const pagesOf = ({ browsers: of }: SiteView): number =>
    of.reduce((sum, { pages }) => sum + pages.length, 0);
  return [...names]
    .map((platform) => siteView(platform, known))
    .toSorted(
      (a, b) =>
        Number(pagesOf(b) > 0) - Number(pagesOf(a) > 0) ||
        Number(b.conversations > 0) - Number(a.conversations > 0) ||
        a.platform.localeCompare(b.platform),
    );
}

function siteView(platform: string, known: KnownOfSites): SiteView {
  const { browsers, counts, healths, defaultModes } = known;
  const health = healths.get(platform);
  const count = counts.get(platform);
  const told = browsers.flatMap(
    ({ sites }) => sites.find((site) => site.platform === platform) ?? [],
  );
  return {
    platform,
    health: health?.health ?? 'unknown',
    health_since: health?.since ?? null,
    health_seen_at: health?.seenAt ?? null,
    sought: health?.sought ?? null,
    checks: health?.checks ?? null,
    evidence: told[0]?.evidence ?? null,
    can: told[0]?.can ?? null,
    default_mode: defaultModes[platform] ?? 'manual',
    conversations: count?.conversations ?? 0,
    delivered_24h: count?.delivered ?? 0,
    failed_24h: { ...count?.failed },
    browsers: browsers.flatMap((browser) => inBrowser(platform, browser, known)),
  };
}

/** None: the browser knows nothing of it. */
function inBrowser(
  platform: string,
  { clientId, extensionVersion, startable, sites, pages }: Browser,
  { conversations }: KnownOfSites,
): SiteView['browsers'] {
  const site = sites.find((one) => one.platform === platform);
  const own = pages.filter((page) => page.platform === platform);
  if (site === undefined && own.length === 0) return [];
  return [
    {
      client_id: clientId,
      extension_version: extensionVersion,
      // Where a page of it is open, it runs.
      allowed: site?.allowed ?? true,
      on: site?.on ?? true,
      begins: startable?.has(platform) ?? false,
      pages: own.map(({ tab_id, remote_conversation_id: id, ready, draft, problem }) => {
        const row =
          id === null
            ? undefined
            : conversations.get(conversationKey({ platform, remote_conversation_id: id }));
        return {
          tab_id,
          local_conversation_id: row?.localConversationId ?? null,
          conversation_title: row?.customTitle ?? row?.title ?? null,
          ready,
          draft,
          problem: problem && { ...problem },
        };
      }),
    },
  ];
}
