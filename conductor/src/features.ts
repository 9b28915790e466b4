import type { Feature } from './engine/feature.ts';
import { actionsFeature } from './features/actions/feature.ts';
import { agentsFeature } from './features/agents/feature.ts';
import { approvalsFeature } from './features/approvals/feature.ts';
import { artifactsFeature } from './features/artifacts/feature.ts';
import { bindingsFeature } from './features/bindings/feature.ts';
import { browsersFeature } from './features/browsers/feature.ts';
import { conversationsFeature } from './features/conversations/feature.ts';
import { dataFeature } from './features/data/feature.ts';
import { deliveriesFeature } from './features/deliveries/feature.ts';
import { faceFeature } from './features/face/feature.ts';
import { memoryFeature } from './features/memory/feature.ts';
import { numbersFeature } from './features/numbers/feature.ts';
import { overviewFeature } from './features/overview/feature.ts';
import { policyFeature } from './features/policy/feature.ts';
import { renewalsFeature } from './features/renewals/feature.ts';
import { resourcesFeature } from './features/resources/feature.ts';
import { repliesFeature } from './features/replies/feature.ts';
import { idempotencyFeature } from './features/idempotency/feature.ts';
import { reviewsFeature } from './features/reviews/feature.ts';
import { sessionsFeature } from './features/sessions/feature.ts';
import { runsFeature } from './features/runs/feature.ts';
import { schedulesFeature } from './features/schedules/feature.ts';
import { serviceFeature } from './features/service/feature.ts';
import { settingsFeature } from './features/settings/feature.ts';
import { skillsFeature } from './features/skills/feature.ts';
import { toolPinsFeature } from './features/tool-pins/feature.ts';
import { sitesFeature } from './features/sites/feature.ts';
import { uiTabsFeature } from './features/ui-tabs/feature.ts';
import { webFeature } from './features/web/feature.ts';
import {
  mergeSqliteImplementations,
  type SqliteImplementation,
} from './stores/sqlite/sqlite-implementation.ts';

/** A feature, whatever it provides. */
export type AnyFeature = Feature<unknown, SqliteImplementation>;

/** What the conductor can do, in the order in which it is started: each may use those before it. */
export const FEATURES: readonly AnyFeature[] = [
  browsersFeature,
  faceFeature,
  settingsFeature,
  conversationsFeature,
  bindingsFeature,
  sessionsFeature,
  policyFeature,
  toolPinsFeature,
  artifactsFeature,
  deliveriesFeature,
  sitesFeature,
  actionsFeature,
  approvalsFeature,
  resourcesFeature,
  reviewsFeature,
  renewalsFeature,
  repliesFeature,
  agentsFeature,
  memoryFeature,
  schedulesFeature,
  webFeature,
  skillsFeature,
  runsFeature,
  uiTabsFeature,
  idempotencyFeature,
  dataFeature,
  serviceFeature,
  overviewFeature,
  numbersFeature,
];

/** What all of them have in SQLite. */
export const SQLITE_PARTS: SqliteImplementation = mergeSqliteImplementations(
  FEATURES.flatMap(({ sqlite }) => sqlite ?? []),
);
