import { steeringShown } from '../../shared/lib/visible-text.ts';
import { word } from '../i18n/words.ts';
import type { Work } from '../messages/popup-messages.ts';

/** Returns the name of a chat as a person knows it; a program that asks over MCP or HTTP is no chat. */
export function chatName({ chats }: Pick<Work, 'chats'>, chatSessionId: string): string {
  const chat = chats.find((one) => one.chat_session_id === chatSessionId);
  if (chat === undefined) return word('work_program');
  return chat.title ? steeringShown(chat.title) : word('work_untitled');
}
