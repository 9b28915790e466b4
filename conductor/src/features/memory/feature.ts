import { memoryOperations } from '../../../../shared/api/memory.ts';
import { feature } from '../../engine/feature.ts';
import { memorySqlite } from './sqlite.ts';
import { startMemory } from './start.ts';

/** Memory: what agents note of their conversations. */
export const memoryFeature = feature({
  name: 'memory',
  operations: memoryOperations,
  sqlite: memorySqlite,
  start: startMemory,
});
