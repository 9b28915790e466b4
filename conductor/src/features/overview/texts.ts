import { conversationKey } from '../../../../shared/model/conversation-key.ts';
import type { FrameOf } from '../../../../shared/protocol/index.ts';
import { briefingText, type Manual } from '../actions/feature.ts';
import type { Reads } from '../../engine/reads.ts';

/** Texts that a page of the extension asks for, for the person to read, copy or send. */
export function createTexts(deps: {
  readonly read: Pick<Reads, 'readJob' | 'conversationKeyOf'>;
  readonly manual: Manual;
}): (asked: FrameOf<'message_ask'> | FrameOf<'briefing_ask'>) => Promise<string | null> {
  const { read, manual } = deps;
  return async (asked) => {
    if (asked.type === 'message_ask') return read.readJob(asked.job_id)?.message_text ?? null;
    const { conversation } = asked;
    // One that the conductor has not seen yet has no rules of its own.
    const key = conversation && read.conversationKeyOf(conversationKey(conversation));
    return briefingText(await manual.targets(key));
  };
}
