import type { SendDescription, TappedRequest } from '../platform.ts';
import { readSend } from './read-send.ts';

export function describeSend(request: TappedRequest): SendDescription | null {
  const send = readSend(request);
  if (send === null) return null;
  const { kind, text, userMessageId, remoteConversationId, parentMessageId } = send;
  return { kind, text, userMessageId, remoteConversationId, parentMessageId };
}
