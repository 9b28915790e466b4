import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import { err, ok, type Result } from '../../../../../shared/lib/result.ts';
import type { CodedError } from '../../../../../shared/model/error-codes.ts';
import type { Clock, Store } from '../../../engine/runtime.ts';
import { openSession } from '../../heart/lineage/feature.ts';
import type { Calls } from './calls.ts';

/** A page that an action asks for, to be seen by the person. */
export interface PageToOpen {
  readonly conversationKey: ConversationKey;
  readonly instructionId: string;
  readonly url: string;
  readonly signal: AbortSignal;
}

/**
 * Opens a page in front, in a connected browser of the person that holds tabs for chats, as a tab of that chat: within the
 * grants for it, so that a person may be asked. Asked for again after a crash, it is the same call. Fails as the call does.
 */
export type OpenPage = (page: PageToOpen) => Promise<Result<null, CodedError>>;

export function createOpenPage({
  store,
  now,
  calls,
}: {
  readonly store: Store;
  readonly now: Clock;
  readonly calls: Calls;
}): OpenPage {
  return async ({ conversationKey, instructionId, url, signal }) => {
    const session = await store.run(openSession, { conversationKey, now: now() });
    if (session === null) return err({ code: 'not_found', text: 'The conversation is gone.' });
    const proposed = await calls.propose({
      callId: instructionId,
      chatSessionId: session.chatSessionId,
      conversationKey,
      caller: 'instruction',
      instructionId,
      tool: 'browser.ensure',
      args: { url, in: 'tab', background: false },
    });
    if (!proposed.ok) return proposed;
    const { status, errorCode, errorText } = await calls.run(proposed.value, signal);
    if (status === 'succeeded') return ok(null);
    return err({ code: errorCode ?? 'internal', text: errorText ?? '' });
  };
}
