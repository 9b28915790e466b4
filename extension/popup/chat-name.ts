import { steeringShown } from '../../shared/lib/visible-text.ts';
import { word } from '../i18n/words.ts';
import type { Work } from '../messages/popup-messages.ts';

/** Of a chat that may work in pages, as a person knows it. */
export function chatName({ chats }: Pick<Work, 'chats'>, chatSessionId: string): string {
  const title = chats.find((chat) => chat.chat_session_id === chatSessionId)?.title;
  return title ? steeringShown(title) : word('work_untitled');
}
