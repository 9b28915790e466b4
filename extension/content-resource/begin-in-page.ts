import { startResourcePage } from './resource-page.ts';
import { shadowRootsBy } from '../content/compose/shadow-roots.ts';
import type { PageScope } from './teach-page.ts';

/** Leaves the script in its own world of the frame, where calls find it. In a worker's browser there is no `chrome`. */
export function beginInPage(): void {
  const scope = globalThis as PageScope & { chrome?: Parameters<typeof shadowRootsBy>[0] };
  scope.batonResource ??= startResourcePage(shadowRootsBy(scope.chrome));
}
