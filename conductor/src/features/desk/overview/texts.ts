import { conversationKey } from '../../../../../shared/model/conversation-key.ts';
import type { FrameOf } from '../../../../../shared/protocol/index.ts';
import { briefingText, type Manual } from '../../heart/actions/feature.ts';
import type { Reader } from '../../../engine/query.ts';
import * as deliveries from '../../heart/deliveries/queries.ts';
import * as conversations from '../../heart/conversations/queries.ts';

/** Gives the text of a delivery, or a briefing, that a page of the extension shows to a person. */
export function createTexts(deps: {
  readonly read: Reader;
  readonly manual: Manual;
}): (asked: FrameOf<'message_ask'> | FrameOf<'briefing_ask'>) => Promise<string | null> {
  const { read, manual } = deps;
  return async (asked) => {
    if (asked.type === 'message_ask') {
      const job = await read.one(deliveries.job({ jobId: asked.job_id }));
      return job?.messageText ?? null;
    }
    const { conversation } = asked;
    // One that the conductor has not seen yet has no rules of its own.
    const id = conversation && conversationKey(conversation);
    const key = id && (await read.one(conversations.conversationKey({ id })));
    return briefingText(await manual.targets(key));
  };
}
