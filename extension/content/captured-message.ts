import type { PageMessage } from '../messages/page-messages.ts';
import { bodyShape } from './body-shape.ts';
import type { Exchange } from './exchange.ts';

/** Returns the record of a send that the page made: names and shapes only. */
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
