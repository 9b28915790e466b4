import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import { query } from '../../../engine/query.ts';

/** The result or the error of an action of that conversation; null: it has none, or is not of that conversation. */
export const resultOf = query<
  { readonly instructionId: string; readonly conversationKey: ConversationKey },
  string | null
>('resultOf');
