export { createActionHandlers } from './action-handlers.ts';
export { createConversationHandlers, createConversationPort } from './conversation-handlers.ts';
export { createOverviews, type Overview } from './overviews.ts';
export { createPublisher } from './publisher.ts';
export { createReadHandlers } from './read-handlers.ts';
export { createServiceHandlers } from './service-handlers.ts';
export { createTexts } from './texts.ts';
export { createLookups } from './views.ts';
