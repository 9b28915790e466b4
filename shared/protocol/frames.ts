import type * as z from 'zod/mini';

import { browserFinalMessage, browserUserTurn, replyProgress } from './browser.ts';
import {
  approvalDecide,
  conversationSetMode,
  conversationState,
  messageSend,
  renewalStop,
  replyRun,
} from './conversation.ts';
import { deliveryCancel, deliveryEnqueue, deliveryResult, deliveryRetry } from './delivery.ts';
import {
  deliveryDismiss,
  briefingAsk,
  faceAsk,
  messageAsk,
  overview,
  overviewWatch,
  siteSetDefaultMode,
  text,
} from './overview.ts';
import {
  grantChange,
  resourceAdopt,
  resourceClose,
  resourceEvent,
  resourceMark,
  resourceOffer,
  resourceReport,
  toolCall,
  toolCancel,
  toolResult,
} from './resources.ts';
import { runtimeReport } from './runtime.ts';
import { siteReport } from './site.ts';
import { ack, error, hello, ping, pong, welcome } from './session.ts';

/** Frames that each sender may send: a list, not an `if`. */
export const FROM_EXTENSION = {
  hello,
  ack,
  ping,
  pong,
  error,
  'browser.final_message': browserFinalMessage,
  'browser.user_turn': browserUserTurn,
  'delivery.result': deliveryResult,
  'delivery.retry': deliveryRetry,
  'delivery.dismiss': deliveryDismiss,
  'runtime.report': runtimeReport,
  'conversation.set_mode': conversationSetMode,
  'approval.decide': approvalDecide,
  'reply.run': replyRun,
  'renewal.stop': renewalStop,
  'message.send': messageSend,
  'site.set_default_mode': siteSetDefaultMode,
  'tool.result': toolResult,
  'resource.report': resourceReport,
  'resource.offer': resourceOffer,
  'resource.event': resourceEvent,
  'reply.progress': replyProgress,
  'site.report': siteReport,
  'grant.change': grantChange,
  overview_watch: overviewWatch,
  message_ask: messageAsk,
  briefing_ask: briefingAsk,
  face_ask: faceAsk,
} as const;

/** Frames of these that a worker may send: it holds resources, and has no part in chats, rules or answers. */
export const FROM_WORKER: readonly (keyof typeof FROM_EXTENSION)[] = [
  'hello',
  'ack',
  'ping',
  'pong',
  'error',
  'tool.result',
  'resource.report',
  'resource.offer',
  'resource.event',
];

export const FROM_CONDUCTOR = {
  welcome,
  ack,
  ping,
  pong,
  error,
  'delivery.enqueue': deliveryEnqueue,
  'delivery.cancel': deliveryCancel,
  'conversation.state': conversationState,
  'tool.call': toolCall,
  'tool.cancel': toolCancel,
  'resource.close': resourceClose,
  'resource.mark': resourceMark,
  'resource.adopt': resourceAdopt,
  overview,
  text,
} as const;

export type ExtensionFrame = z.infer<(typeof FROM_EXTENSION)[keyof typeof FROM_EXTENSION]>;
export type ConductorFrame = z.infer<(typeof FROM_CONDUCTOR)[keyof typeof FROM_CONDUCTOR]>;
export type Frame = ExtensionFrame | ConductorFrame;

/** Frames that count and wait in an outbox. */
export type ExtensionBusinessFrame = Extract<
  ExtensionFrame,
  { seq: number; id: string; type: `${string}.${string}` }
>;
export type ConductorBusinessFrame = Extract<
  ConductorFrame,
  { seq: number; id: string; type: `${string}.${string}` }
>;

/** A business frame before its outbox numbered it. */
export type Unsent<F> = F extends unknown ? Omit<F, 'v' | 'id' | 'seq'> : never;

export type FrameOf<T extends Frame['type']> = Extract<Frame, { type: T }>;
export type RuntimeEntry = FrameOf<'runtime.report'>['runtimes'][number];
