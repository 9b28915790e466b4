import { at, idAt, listAt, parseJson, textAt } from '../kit/json-value.ts';
import type { FrameItem } from '../platform.ts';
import { stableId } from '../kit/stable-id.ts';
import { stateOf } from './message-state.ts';

const CHAT = /^messageAdded:(\d+)$/;
/** The person, and the site's own notices. */
const NOT_A_BOT = new Set(['human', 'pacarana']);

/**
 * Frames hold texts that are JSON in themselves; each `messageAdded` is a message as it is so far. They know
 * the chat by its number: that, and not the code of the address, stands as the conversation. Source: site.md.
 */
export function readFrame(frame: string): readonly FrameItem[] {
  return listAt(parseJson(frame), 'messages').flatMap((message) =>
    typeof message === 'string' ? readUpdate(parseJson(message)) : [],
  );
}

function readUpdate(update: unknown): readonly FrameItem[] {
  if (at(update, 'message_type') !== 'subscriptionUpdate') return [];
  const payload = at(update, 'payload');
  const [, chatId] = CHAT.exec(textAt(payload, 'unique_id') ?? '') ?? [];
  const message = at(payload, 'data', 'messageAdded');
  const messageId = idAt(message, 'messageId');
  const author = textAt(message, 'author') ?? 'human';
  if (chatId === undefined || messageId === null || NOT_A_BOT.has(author)) return [];
  const state = textAt(message, 'state') ?? '';
  const text = textAt(message, 'text') ?? '';
  return [
    {
      remoteConversationId: chatId,
      itemId: `${messageId}/${state}/${stableId(text)}`,
      text: `${JSON.stringify({ messageId, state, text })}\n`,
      over: stateOf(state) !== 'writing',
    },
  ];
}
