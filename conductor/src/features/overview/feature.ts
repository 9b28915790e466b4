import { feature } from '../../engine/feature.ts';
import { startOverview } from './start.ts';

export type { Overview } from './overviews.ts';

/** What browsers are told of how things stand. */
export const overviewFeature = feature({
  name: 'overview',
  start: startOverview,
});
