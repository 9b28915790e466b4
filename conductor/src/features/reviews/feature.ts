import { reviewsOperations } from '../../../../shared/api/reviews.ts';
import { feature } from '../../engine/feature.ts';
import { reviewsSqlite } from './sqlite.ts';
import { startReviews } from './start.ts';

/** What a person looks at before they answer: why an action asks, what it would change, what a rule would. */
export const reviewsFeature = feature({
  name: 'reviews',
  operations: reviewsOperations,
  sqlite: reviewsSqlite,
  start: startReviews,
});
