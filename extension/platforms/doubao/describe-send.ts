import { at, idAt, isObject, listAt, textAt } from '../kit/json-value.ts';
import type { SendDescription, TappedRequest } from '../platform.ts';
import { jsonPostedTo } from '../kit/request-body.ts';

const TEXT_BLOCK = 10_000;

/** A send, or a question asked again or changed. Null for the rest of a stream that broke (`is_recovery`). */
export function describeSend(request: TappedRequest): SendDescription | null {
  const body = jsonPostedTo(request, '/chat/completion');
  const option = at(body, 'option');
  if (!isObject(option) || at(option, 'recovery_option', 'is_recovery') === true) return null;
  const message = listAt(body, 'messages').at(-1);
  const kind = isAgain(option) ? 'variant' : 'next';
  if (kind === 'next' && message === undefined) return null;
  return {
    kind,
    text: listAt(message, 'content_block')
      .filter((block) => at(block, 'block_type') === TEXT_BLOCK)
      .map((block) => textAt(block, 'content', 'text_block', 'text') ?? '')
      .join(''),
    userMessageId: idAt(message, 'local_message_id'),
    remoteConversationId: namedId(at(body, 'client_meta', 'conversation_id')),
    parentMessageId: null,
  };
}

function isAgain(option: unknown): boolean {
  const flags = ['is_regen', 'is_replace', 'resend_for_regen'];
  const questions = ['regen_query_id', 'edit_query_id'];
  return (
    flags.some((name) => at(option, name) === true) ||
    questions.some((name) => listAt(option, name).length > 0)
  );
}

/** Null for what stands where there is no conversation yet: nothing, `0` or an id of the page's own. */
export function namedId(value: unknown): string | null {
  return typeof value === 'string' && /^[1-9]\d{0,31}$/.test(value) ? value : null;
}
