import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import { withoutToolLists } from '../../../baa/briefing-lines.ts';
import { type Plan, plan } from '../../../engine/plan.ts';
import type { ForeignSource } from './rows.ts';
import * as changes from './changes.ts';

interface ForeignWords extends ForeignSource {
  readonly conversationKey: ConversationKey;
  readonly text: string;
  readonly now: number;
}

/**
 * The plan that keeps words which are not the assistant's own. An action of its that stands in them needs an approval
 * (steps/judge-instruction.ts).
 */
export function noteForeignWords({ text, now, ...where }: ForeignWords): Plan {
  if (text === '') return plan({});
  const words = withoutToolLists(text);
  return plan({ changes: [changes.noteForeignWords({ words, at: now, ...where })] });
}
