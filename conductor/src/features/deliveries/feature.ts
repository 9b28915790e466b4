export type { JobMoved } from './changes.ts';
export { startDispatcher } from './dispatcher.ts';
export { fitMessage, type FittingMessage, type MessageFitting } from './fit-message.ts';
export { changeJob } from './job-changes.ts';
export { createJobWaiter, type JobWaiter, type Until } from './job-waiter.ts';
export { messageLimit, type MessageLimits } from './message-limit.ts';
export { nearNames } from './near-names.ts';
export { newJob } from './new-job.ts';
export { isBusy, type OpenWork } from './open-work.ts';
export { pacesOf } from './pacing-settings.ts';
export type { WorkFilter } from './reads.sqlite.ts';
export type { RetryPolicy } from './retry-policy.ts';
export type { DeliveryJob } from './rows.ts';
export { cancelDelivery } from './steps/cancel-delivery.ts';
export { dismissDelivery } from './steps/dismiss-delivery.ts';
export {
  enqueueMessage,
  enqueueMessageFromBrowser,
  type EnqueueOutcome,
} from './steps/enqueue-message.ts';
export { readConversationStatus } from './steps/read-conversation-status.ts';
export { mayGoOutAgain, retryDelivery, retryDeliveryFromBrowser } from './steps/retry-delivery.ts';
export { settleDelivery } from './steps/settle-delivery.ts';
export { startConversation } from './steps/start-conversation.ts';
export { unparkAccount } from './steps/unpark-account.ts';
export { type JobView, jobView } from './views.ts';
export { sweepDeadlines, sweepHolds } from './sweep-deliveries.ts';
