import type { FrameOf } from '../../../shared/protocol/index.ts';
import type { Counts, OptionsState, SiteState } from '../../messages/options-messages.ts';
import type { PageState } from '../../messages/page-messages.ts';
import type { LinkState } from '../../messages/popup-messages.ts';
import { ANY_SITE } from '../../platforms/any-site.ts';
import type { Platform } from '../../platforms/platform.ts';
import { HOSTED } from '../../platforms/registry.ts';
import { SITES } from '../../platforms/sites.ts';
import { preferencesOf } from '../runtime/preferences.ts';
import { adapterOf, isSwitchedOff } from '../runtime/switched-sites.ts';
import type { View } from '../storage/row-store.ts';

type Pages = ReadonlyMap<number, PageState>;

export function optionsState(
  view: View,
  link: LinkState,
  pages: Pages,
  overview: FrameOf<'overview'> | null,
): OptionsState {
  const modes = overview?.default_modes ?? null;
  const sites = [...HOSTED, ...ANY_SITE].map((platform) => siteState(view, platform, pages, modes));
  const counts = countsOf(view, pages);
  return { link, sites, counts, preferences: preferencesOf(view), setUp: overview };
}

type Modes = FrameOf<'overview'>['default_modes'] | null;

/** Names on the wire of the adapter's sites, the one seen last first. */
function visitedOf(view: View, adapter: string, pages: Pages): string[] {
  const seen = [...view.runtimes.values()].toSorted((a, b) => b.last_seen_at - a.last_seen_at);
  const names = [...pages.values(), ...seen].map(({ platform }) => platform);
  return [...new Set(names)].filter((name) => adapterOf(name) === adapter);
}

function siteState(view: View, platform: Platform, pages: Pages, modes: Modes): SiteState {
  const { name, replay, history, newConversationPath, evidence } = platform;
  const own = [...pages.values()].filter((state) => adapterOf(state.platform) === name);
  const shown = own.find(({ problem }) => problem !== null) ?? own[0];
  const where: Readonly<Record<string, readonly string[]>> = SITES;
  return {
    name,
    where: where[name] ?? [],
    can: {
      replay: replay !== null,
      history: history !== null,
      begin: newConversationPath !== null,
    },
    evidence: evidence.from,
    unsure: evidence.unsure,
    enabled: !isSwitchedOff(view, name),
    visited: visitedOf(view, name, pages).map((visited) => ({
      platform: visited,
      mode: modes && (modes.find((one) => one.platform === visited)?.mode ?? 'manual'),
    })),
    pages: own.length,
    problem: shown?.problem?.code ?? null,
    checks: shown?.checks ?? null,
  };
}

export function countsOf(view: View, pages: Pages): Counts {
  const statuses = [...view.attempts.values()].map(({ status }) => status);
  const failed = statuses.filter((status) => status === 'failed').length;
  const delivered = statuses.filter((status) => status === 'finalized').length;
  return {
    conversations: view.conversations.size,
    pages: pages.size,
    waiting: view.outbox.size,
    running: statuses.length - failed - delivered,
    delivered,
    failed,
  };
}
