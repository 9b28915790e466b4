export { canonicalKey, canonicalKeys } from './canonical-keys.sqlite.ts';
export { CLOCK_SLACK_MS } from './clock-slack.ts';
export { type ConversationMode, conversationTable, mayAct } from './conversation.machine.ts';
export { fingerprint } from './foreign-actions.sqlite.ts';
export { noteForeignActions } from './foreign-actions.ts';
export { pageUrl } from './page-url.sqlite.ts';
export { isBusy } from './queries.sqlite.ts';
export { type Place, type Refs } from './queries.ts';
export { createReportRecorder, isLarge } from './record-report.ts';
export { stopped, withoutDueTurn } from './renewal-changes.ts';
export {
  type DefaultModes,
  refsOf,
  resolveConversation,
  type Sighting,
} from './resolve-conversation.ts';
export type {
  AnchorSource,
  Conversation,
  ForeignAction,
  MessageAnchor,
  Renewal,
  UserTurn,
} from './rows.ts';
export { saidOtherwise, seenAt } from './seen-at.ts';
export {
  askStanding,
  resolveFor,
  type StandingQueries,
  type Witness,
  type Witnessed,
} from './standing.ts';
export { deleteConversation } from './steps/delete-conversation.ts';
export { recordUserTurn } from './steps/record-user-turn.ts';
export { setConversationMode, setModeFromBrowser } from './steps/set-conversation-mode.ts';
export { updateConversation } from './steps/update-conversation.ts';
export { type ConversationView, conversationView, type MessageView, messageView } from './views.ts';
export { sweepDrains } from './sweep-drains.ts';
