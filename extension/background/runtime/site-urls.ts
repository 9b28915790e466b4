import type { Routes } from '../ports.ts';
import type { View } from '../storage/row-store.ts';
import type { PageDirectory } from './page-directory.ts';

interface Seen {
  readonly store: { readonly view: Pick<View, 'runtimes'> };
  readonly directory: Pick<PageDirectory, 'pages'>;
}

/** Addresses of a platform's pages that were seen, those that are open first. */
export function urlsOf({ store, directory }: Seen, platform: string): string[] {
  const open = [...directory.pages.values()].filter((state) => state.platform === platform);
  const earlier = [...store.view.runtimes.values()].filter((row) => row.platform === platform);
  return [
    ...open.map(({ url }) => url),
    ...earlier.flatMap(({ last_seen_page_urls: urls }) => urls),
  ];
}

/** Platforms on which this browser can begin a conversation: their site was open here, and says where one begins. */
export function startablePlatforms(seen: Seen, routes: Routes): string[] {
  const names = new Set([
    ...[...seen.directory.pages.values()].map(({ platform }) => platform),
    ...[...seen.store.view.runtimes.values()].map(({ platform }) => platform),
  ]);
  return [...names]
    .filter((name) => routes.newConversationUrl(name, urlsOf(seen, name)) !== null)
    .toSorted();
}
