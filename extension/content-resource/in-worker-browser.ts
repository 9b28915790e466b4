import { type ResourcePage, startResourcePage } from './resource-page.ts';
import { shadowRootsBy } from './shadow-roots.ts';

// Evaluated in a world of its own in the pages of a worker's browsers; the first one in a document stays.
const scope = globalThis as { batonResource?: ResourcePage };
scope.batonResource ??= startResourcePage(shadowRootsBy(undefined));
