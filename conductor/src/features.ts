import type { Feature } from './engine/feature.ts';
import { actionsFeature } from './features/heart/actions/feature.ts';
import { agentsFeature } from './features/minds/agents/feature.ts';
import { artifactsFeature } from './features/heart/artifacts/feature.ts';
import { browsersFeature } from './features/ground/browsers/feature.ts';
import { conversationsFeature } from './features/heart/conversations/feature.ts';
import { dataFeature } from './features/desk/data/feature.ts';
import { deliveriesFeature } from './features/heart/deliveries/feature.ts';
import { lineageFeature } from './features/heart/lineage/feature.ts';
import { overviewFeature } from './features/desk/overview/feature.ts';
import { peopleFeature } from './features/ground/people/feature.ts';
import { policyFeature } from './features/heart/policy/feature.ts';
import { repliesFeature } from './features/heart/replies/feature.ts';
import { resourcesFeature } from './features/hands/resources/feature.ts';
import { runsFeature } from './features/teams/runs/feature.ts';
import { settingsFeature } from './features/ground/settings/feature.ts';
import { toolsFeature } from './features/hands/tools/feature.ts';
import { trailFeature } from './features/desk/trail/feature.ts';
import {
  mergeSqliteImplementations,
  type SqliteImplementation,
} from './stores/sqlite/sqlite-implementation.ts';

/** A feature, whatever it provides. */
export type AnyFeature = Feature<unknown, SqliteImplementation>;

/** Features of the conductor, a line for each layer, in the order in which they start: each may use those before it. */
export const FEATURES: readonly AnyFeature[] = [
  browsersFeature,
  peopleFeature,
  settingsFeature,
  conversationsFeature,
  artifactsFeature,
  lineageFeature,
  deliveriesFeature,
  policyFeature,
  actionsFeature,
  repliesFeature,
  resourcesFeature,
  toolsFeature,
  agentsFeature,
  runsFeature,
  overviewFeature,
  trailFeature,
  dataFeature,
];

/** SQLite implementations of all features, merged. */
export const SQLITE_PARTS: SqliteImplementation = mergeSqliteImplementations(
  FEATURES.flatMap(({ sqlite }) => sqlite ?? []),
);
