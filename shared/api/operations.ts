import type { AbortSignal } from '../lib/abort-signal.ts';
import type { Result } from '../lib/result.ts';
import { actionsOperations } from './actions.ts';
import { agentsOperations } from './agents.ts';
import { approvalsOperations } from './approvals.ts';
import { artifactsOperations } from './artifacts.ts';
import { bindingsOperations } from './bindings.ts';
import { browsersOperations } from './browsers.ts';
import { conversationsOperations } from './conversations.ts';
import { dataOperations } from './data.ts';
import { deliveriesOperations } from './deliveries.ts';
import { faceOperations } from './face.ts';
import { memoryOperations } from './memory.ts';
import { numbersOperations } from './numbers.ts';
import type { OperationResponse, ApiError, Handler, Operation, Request } from './operation.ts';
import { overviewOperations } from './overview.ts';
import { policyOperations } from './policy.ts';
import { renewalsOperations } from './renewals.ts';
import { reviewsOperations } from './reviews.ts';
import { runsOperations } from './runs.ts';
import { resourcesOperations } from './resources.ts';
import { serviceOperations } from './service.ts';
import { schedulesOperations } from './schedules.ts';
import { sessionsOperations } from './sessions.ts';
import { settingsOperations } from './settings.ts';
import { sitesOperations } from './sites.ts';
import { toolPinsOperations } from './tool-pins.ts';
import { toolsOperations } from './tools.ts';
import { uiTabsOperations } from './ui-tabs.ts';

/** Everything that can be asked over HTTP in one question and one answer. Streams stand in streams.ts. */
export const operations = {
  ...conversationsOperations,
  ...renewalsOperations,
  ...deliveriesOperations,
  ...actionsOperations,
  ...approvalsOperations,
  ...reviewsOperations,
  ...policyOperations,
  ...artifactsOperations,
  ...toolsOperations,
  ...toolPinsOperations,
  ...sessionsOperations,
  ...resourcesOperations,
  ...agentsOperations,
  ...memoryOperations,
  ...bindingsOperations,
  ...schedulesOperations,
  ...uiTabsOperations,
  ...runsOperations,
  ...browsersOperations,
  ...sitesOperations,
  ...faceOperations,
  ...settingsOperations,
  ...dataOperations,
  ...serviceOperations,
  ...overviewOperations,
  ...numbersOperations,
};

/** The definition of each operation, by its id. */
export type Operations = typeof operations;

/** The id of an operation, as in the API document. */
export type OperationId = keyof Operations;

/** Handlers of all operations. Rooms bring theirs; the composition root puts them together. */
export type Handlers = { readonly [Id in OperationId]: Handler<Operations[Id]> };

/** The conductor as a program sees it, whether inside its process or over HTTP. Never rejects. */
export interface BatonApi {
  call<Id extends OperationId>(
    id: Id,
    request?: Partial<Request<Operations[Id]>>,
    options?: AskOptions,
  ): Promise<Result<OperationResponse<Operations[Id]>, ApiError>>;
  /** The same for an operation that is at hand as data. */
  ask<Asked extends Operation>(
    operation: Asked,
    request?: Partial<Request<Asked>>,
    options?: AskOptions,
  ): Promise<Result<OperationResponse<Asked>, ApiError>>;
}

/** How a request is made. */
export interface AskOptions {
  readonly signal?: AbortSignal;
  readonly idempotencyKey?: string;
}

export type ResponseOf<Id extends OperationId> = OperationResponse<Operations[Id]>;
