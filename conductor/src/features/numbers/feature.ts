import { numbersOperations } from '../../../../shared/api/numbers.ts';
import { feature } from '../../engine/feature.ts';
import { numbersSqlite } from './sqlite.ts';
import { startNumbers } from './start.ts';

export type { NumbersPort } from './start.ts';

/** How much happened in the last hours, and how fast, for people to look at. */
export const numbersFeature = feature({
  name: 'numbers',
  operations: numbersOperations,
  sqlite: numbersSqlite,
  start: startNumbers,
});
