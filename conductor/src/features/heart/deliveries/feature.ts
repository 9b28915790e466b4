import { deliveriesOperations } from '../../../../../shared/api/deliveries.ts';
import { feature } from '../../../engine/feature.ts';
import { deliveriesSqlite } from './sqlite.ts';
import { startDeliveries } from './start.ts';

export type { ConversationPort } from './conversation-port.ts';
export { readConversationStatus } from './conversation-status.ts';
export { committed, fitMessage, type MessageFitting } from './fit-message.ts';
export { isOutcomeOpen } from './is-outcome-open.ts';
export { changeJob } from './job-changes.ts';
export { refused } from './refused.ts';
export { messageLimit, type MessageLimits } from './message-limit.ts';
export { newJob } from './new-job.ts';
export type { JobStatus } from './delivery-job.machine.ts';
export type { FailureToShow } from './queries.ts';
export type { DeliveryJob } from './rows.ts';
export { cancelDelivery, cancelled, stopDelivery } from './steps/cancel-delivery.ts';
export { mayRetry, retryDelivery } from './steps/retry-delivery.ts';
export { isUnstarted, unstarted } from './steps/start-conversation.ts';

/** Deliveries: messages on their way into conversations. */
export const deliveriesFeature = feature({
  name: 'deliveries',
  operations: deliveriesOperations,
  sqlite: deliveriesSqlite,
  start: startDeliveries,
});
