import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';

import { type ResourcePage, startResourcePage } from '../content-resource/resource-page.ts';
import { shadowRootsBy } from '../content-resource/shadow-roots.ts';

/** Brought into a frame of a tab before each call; the first one there stays. */
export default defineUnlistedScript(() => {
  const scope = globalThis as {
    batonResource?: ResourcePage;
    chrome?: Parameters<typeof shadowRootsBy>[0];
  };
  scope.batonResource ??= startResourcePage(shadowRootsBy(scope.chrome));
});
