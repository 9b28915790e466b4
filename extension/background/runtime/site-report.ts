import type { FrameOf } from '../../../shared/protocol/index.ts';
import { LOOPBACK_PAGES } from '../../messages/loopback-permission.ts';
import type { PageState } from '../../messages/page-messages.ts';
import { ANY_SITE } from '../../platforms/any-site.ts';
import type { Platform } from '../../platforms/platform.ts';
import { HOSTED, platformForWireName } from '../../platforms/registry.ts';
import { OTHER_PAGES, SITES } from '../../platforms/sites.ts';
import type { View } from '../storage/row-store.ts';
import { covers, hostOf } from './granted-patterns.ts';
import { adapterOf, isSwitchedOff } from './switched-sites.ts';

export type SiteReport = Omit<FrameOf<'site.report'>, 'v' | 'id'>;

type Site = SiteReport['sites'][number];

/** As the frame takes them. */
const MOST = 200;

/** Origins that every installation may access. */
const BUILT_IN: readonly string[] = [
  ...Object.values(SITES).flat(),
  ...OTHER_PAGES,
  LOOPBACK_PAGES,
];

/**
 * The sites that this browser knows, and the pages of them that are open.
 *
 * @param granted Where the browser lets the extension run, as match patterns.
 */
export function siteReport(
  view: View,
  pages: ReadonlyMap<number, PageState>,
  granted: readonly string[],
): SiteReport {
  const site = (name: string, adapter: Platform, allowed: boolean): Site => ({
    platform: name,
    allowed,
    on: !isSwitchedOff(view, name),
    evidence: adapter.evidence.from,
    can: {
      replay: adapter.replay !== null,
      history: adapter.history !== null,
      begin: adapter.newConversationPath !== null,
    },
  });
  const where: Readonly<Record<string, readonly string[]>> = SITES;
  const hosted = HOSTED.map((adapter) =>
    site(
      adapter.name,
      adapter,
      (where[adapter.name] ?? []).every((pattern) => covers(granted, pattern)),
    ),
  );
  const others = otherNames(view, pages, granted).flatMap((name) => {
    const adapter = platformForWireName(name);
    const host = name.slice(adapterOf(name).length + 1).replace(/:\d+$/, '');
    const allowed = ['https', 'http'].some((scheme) => covers(granted, `${scheme}://${host}/*`));
    return adapter === null ? [] : [site(name, adapter, allowed)];
  });
  return {
    type: 'site.report',
    sites: [...hosted, ...others].slice(0, MOST),
    pages: [...pages].slice(0, MOST).map(([tab_id, state]) => ({
      tab_id,
      platform: state.platform,
      remote_conversation_id: state.remote_conversation_id,
      ready: state.ready,
      draft: state.draft,
      problem: state.problem && { ...state.problem },
      checks: { ...state.checks },
    })),
  };
}

/** Sites that anyone can host: visited, or allowed by a person and not visited yet. */
function otherNames(
  view: View,
  pages: ReadonlyMap<number, PageState>,
  granted: readonly string[],
): readonly string[] {
  const seen = [...pages.values(), ...view.runtimes.values()].map(({ platform }) => platform);
  const visited = [...new Set(seen)].filter((name) =>
    ANY_SITE.some(({ name: adapter }) => adapter === adapterOf(name)),
  );
  const hosts = new Set(visited.map((name) => name.slice(adapterOf(name).length + 1)));
  const unseen = granted
    .filter((pattern) => !BUILT_IN.includes(pattern))
    .flatMap((pattern) => hostOf(pattern) ?? [])
    .filter((host) => !hosts.has(host));
  return [...visited, ...new Set(unseen.map((host) => `generic:${host.toLowerCase()}`))];
}
