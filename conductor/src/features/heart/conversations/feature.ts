import { conversationsOperations } from '../../../../../shared/api/conversations.ts';
import { feature } from '../../../engine/feature.ts';
import { conversationsSqlite } from './sqlite.ts';
import { startConversations } from './start.ts';

export { cancelFrame } from './cancel-frame.ts';
export { canonicalKey, canonicalKeys } from './canonical-keys.sqlite.ts';
export { CLOCK_SLACK_MS } from './clock-slack.ts';
export { type ConversationMode, conversationTable, mayAct } from './conversation.machine.ts';
export { foreignSourceOf } from './foreign-words.sqlite.ts';
export { keyWithin, listPage, onePlace, noConversation } from './list-page.ts';
export { conversationKeyNamed, pageWithin, shownTitle } from './lists.sqlite.ts';
export { searchWordOf } from './search.sqlite.ts';
export type { ConversationLookup } from './look-up.ts';
export { noteForeignWords } from './foreign-words.ts';
export { pageUrl } from './page-url.sqlite.ts';
export { anchorOf, isPausedByAll } from './queries.sqlite.ts';
export type { Message, Place, ReachableConversation, Refs } from './queries.ts';
export { stopped, withoutDueTurn } from './renewal-changes.ts';
export {
  type DefaultModes,
  refsOf,
  resolveConversation,
  type Resolved,
  type Sighting,
} from './resolve-conversation.ts';
export type {
  AnchorSource,
  Conversation,
  ForeignSource,
  MessageAnchor,
  Renewal,
  UserTurn,
} from './rows.ts';
export { saidOtherwise, seenAt } from './seen-at.ts';
export { setMode } from './steps/set-conversation-mode.ts';
export { askStanding, resolveFor, type Witness, type Witnessed } from './standing.ts';
export { instructionId } from './instruction-id.ts';
export { type ConversationView, type MessageView, messageView } from './views.ts';

/** Conversations: what browsers report of them, and what a person does with them. */
export const conversationsFeature = feature({
  name: 'conversations',
  operations: conversationsOperations,
  sqlite: conversationsSqlite,
  start: startConversations,
});
