import type { PageMessage } from '../messages/page-messages.ts';
import { bodyShape } from './body-shape.ts';
import type { Exchange } from './exchange.ts';

/** What is kept of a send the page made: names and shapes. */
export function capturedMessage(
  exchange: Exchange,
  platform: string,
  remoteConversationId: string | null,
): PageMessage {
  const { request, headerNames, fingerprint, status } = exchange;
  return {
    kind: 'page.captured',
    platform,
    remote_conversation_id: remoteConversationId,
    template: {
      request_path: new URL(request.url).pathname,
      method: request.method,
      header_names: headerNames.slice(0, 128),
      body_shape: bodyShape(request.body),
    },
    credential_fingerprint: fingerprint,
    answered: status,
  };
}
