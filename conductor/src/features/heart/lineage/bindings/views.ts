import type { ResponseOf } from '../../../../../../shared/api/operations.ts';
import type { ShownBinding } from './queries.ts';

type ModelBindingView = ResponseOf<'releaseModel'>;

export function modelBindingView({
  binding,
  platform,
  localConversationId,
  sessionId,
}: ShownBinding): ModelBindingView {
  const { bindingId, turns, tokens, openedAt, releasedAt } = binding;
  return {
    binding_id: bindingId,
    local_conversation_id: localConversationId,
    platform,
    session_id: sessionId,
    turns,
    tokens,
    opened_at: openedAt,
    released_at: releasedAt,
  };
}
