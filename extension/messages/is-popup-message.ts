import type { PopupMessage, PopupState, PopupWatch } from './popup-messages.ts';
import {
  hasFields,
  isAddressText,
  isCount,
  isFlag,
  isId,
  isPlatformName,
  isRecord,
  isShortText,
  nullable,
  oneOf,
  text,
} from './shape.ts';

/** Checks a message of the popup to the background. */
export function isPopupMessage(value: unknown): value is PopupMessage {
  if (!isRecord(value)) return false;
  switch (value['kind']) {
    case 'popup.set_mode':
      return hasFields(value, {
        platform: isPlatformName,
        remote_conversation_id: isId,
        mode: oneOf('auto', 'manual', 'paused'),
      });
    case 'popup.retry':
    case 'popup.dismiss':
    case 'popup.text':
      return hasFields(value, { job_id: isId });
    case 'popup.decide':
      return hasFields(value, {
        approval_id: isId,
        decision: oneOf('approve', 'deny', 'run_again', 'skip', 'tell'),
        reason: nullable(isShortText),
        always: isFlag,
      });
    case 'popup.go_to':
      return hasFields(value, {
        platform: isPlatformName,
        remote_conversation_id: isId,
        page_url: nullable(isAddressText),
      });
    case 'popup.brief':
      return hasFields(value, { tab_id: isCount });
    case 'popup.allow_work':
      return hasFields(value, {
        origin: isAddressText,
        chat_session_id: nullable(isId),
        level: oneOf('read', 'act'),
        until: oneOf('session', 'always'),
      });
    case 'popup.stop_work':
      return hasFields(value, { stop: isFlag });
    case 'popup.stop_tab':
      return hasFields(value, { resource_id: isId, stop: isFlag });
    case 'popup.lend_tab':
      return hasFields(value, { tab_id: isCount, origin: isAddressText, chat_session_id: isId });
    case 'popup.give_back':
    case 'popup.show_tab':
      return hasFields(value, { resource_id: isId });
    case 'popup.end_work':
      return hasFields(value, { grant_id: isId });
    case 'popup.stop_renewal':
      return hasFields(value, { platform: isPlatformName, remote_conversation_id: isId });
    case 'popup.run_held':
      return hasFields(value, {
        platform: isPlatformName,
        remote_conversation_id: isId,
        assistant_message_id: isId,
      });
    case 'popup.pair':
      return hasFields(value, { conductor_url: text(2_000), code: text(64, 1) });
    case 'popup.unpair':
    case 'popup.open_face':
      return true;
    default:
      return false;
  }
}

/** The popup's first words on its port. */
export function isPopupWatch(value: unknown): value is PopupWatch {
  return isRecord(value) && value['kind'] === 'popup.watch' && isCount(value['tab_id']);
}

/** Tells a state from whatever else may come over the port; the background made it, so its depth is taken as is. */
export function isPopupState(value: unknown): value is PopupState {
  return hasFields(value, {
    link: (link) =>
      hasFields(link, {
        status: oneOf('unpaired', 'connecting', 'online', 'offline'),
        conductor_url: text(2_000),
        waiting: isCount,
        versions: nullable(isRecord),
      }),
    page: nullable(isRecord),
    conversation: nullable(isRecord),
    needs: isRecord,
    work: isRecord,
  });
}
