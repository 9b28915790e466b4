import { COMPLETENESS } from '../../shared/model/completeness.ts';
import { isOrigin } from './model-origins.ts';
import {
  type AttemptProgress,
  MAX_ASKED_AT,
  type ObservedReply,
  type ObservedTurn,
  type PageMessage,
  type PageState,
  UNREAD_REASONS,
} from './page-messages.ts';
import {
  hasFields,
  isAddressText,
  isCode,
  isCount,
  isFlag,
  isId,
  isPlatformName,
  isRecord,
  isShortText,
  listOf,
  nullable,
  oneOf,
  optional,
  type Check,
  text,
} from './shape.ts';

/** As the wire's limit: a longer reply is refused, never cut. */
const MAX_REPLY_LENGTH = 1_000_000;
const MAX_BODY_SHAPE_LENGTH = 65_536;

const isAttemptId = text(300, 1);
const isAliases = listOf(isId, 16);
const isProblem: Check = (value) => hasFields(value, { code: isCode, text: isShortText });

const isCheck = oneOf('ok', 'failed', 'unknown');
const isChecks: Check = (value) =>
  hasFields(value, { composer: isCheck, stream: isCheck, turns: isCheck, ids: isCheck });

export function isPageState(value: unknown): value is PageState {
  return hasFields(value, {
    platform: isPlatformName,
    remote_conversation_id: nullable(isId),
    aliases: isAliases,
    by_hand: optional(isFlag),
    title: isShortText,
    url: isAddressText,
    ready: isFlag,
    draft: isFlag,
    problem: nullable(isProblem),
    checks: isChecks,
    asks_at: optional(listOf(isOrigin, MAX_ASKED_AT)),
    unread: optional(oneOf(...UNREAD_REASONS)),
    taught: optional(isFlag),
  });
}

export function isObservedReply(value: unknown): value is ObservedReply {
  return hasFields(value, {
    platform: isPlatformName,
    remote_conversation_id: isId,
    aliases: isAliases,
    by_hand: optional(isFlag),
    assistant_message_id: isId,
    raw_text: text(MAX_REPLY_LENGTH),
    complete: oneOf(...COMPLETENESS),
    observed_at: isCount,
    source: oneOf('live', 'snapshot', 'replay', 'shown'),
    in_reply_to: nullable(isId),
    follows: optional(nullable(isId)),
    attempt_id: nullable(isAttemptId),
    page_url: isAddressText,
    page_title: isShortText,
  });
}

export function isObservedTurn(value: unknown): value is ObservedTurn {
  return hasFields(value, {
    platform: isPlatformName,
    remote_conversation_id: isId,
    aliases: isAliases,
    by_hand: optional(isFlag),
    user_message_id: isId,
    raw_text: text(MAX_REPLY_LENGTH),
    observed_at: isCount,
  });
}

export function isAttemptProgress(value: unknown): value is AttemptProgress {
  if (!isRecord(value)) return false;
  switch (value['step']) {
    case 'inserting':
      return true;
    case 'leaving':
    case 'accepted':
      return hasFields(value, { user_message_id: nullable(isId) });
    case 'failed':
      return hasFields(value, {
        code: isCode,
        text: isShortText,
        retry_after_ms: nullable(isCount),
        sent: oneOf('no', 'unknown'),
      });
    case 'no_reply':
      return hasFields(value, { text: isShortText, retry_after_ms: nullable(isCount) });
    default:
      return false;
  }
}

/** Checks a message of a content script. The sender is judged elsewhere. */
export function isPageMessage(value: unknown): value is PageMessage {
  if (!isRecord(value)) return false;
  switch (value['kind']) {
    case 'page.state':
      return isPageState(value['state']);
    case 'page.reply':
      return isObservedReply(value['reply']);
    case 'page.turn':
      return isObservedTurn(value['turn']);
    case 'page.progress':
      return hasFields(value, {
        platform: isPlatformName,
        remote_conversation_id: isId,
        characters: isCount,
        for_ms: isCount,
        ended: isFlag,
      });
    case 'page.captured':
      return hasFields(value, {
        platform: isPlatformName,
        remote_conversation_id: nullable(isId),
        template: isTemplate,
        credential_fingerprint: nullable(isId),
        answered: nullable(isCount),
      });
    case 'attempt.progress':
      return isAttemptId(value['attempt_id']) && isAttemptProgress(value['progress']);
    case 'pairing.meet':
      return hasFields(value, { conductor_url: text(2_000) });
    case 'pairing.offer':
      return hasFields(value, { conductor_url: text(2_000), code: text(64, 1) });
    default:
      return false;
  }
}

const isTemplate: Check = (value) =>
  hasFields(value, {
    request_path: isAddressText,
    method: text(16, 1),
    header_names: listOf(text(256), 128),
    body_shape: (shape) => (JSON.stringify(shape) ?? '').length <= MAX_BODY_SHAPE_LENGTH,
  });
