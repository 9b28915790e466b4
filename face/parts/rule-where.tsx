import type { VNode } from 'preact';

import { word } from '../words/word.ts';
import { ConversationName } from './conversation-name.tsx';
import type { Rule } from './rule-wish.ts';

/** Where a rule holds: in one conversation, with one agent, or everywhere. */
export function RuleWhere({
  rule: { conversation, agent },
  before = '',
}: {
  readonly rule: Pick<Rule, 'conversation' | 'agent'>;
  /** Stands before the name of a conversation. */
  readonly before?: string;
}): VNode {
  if (conversation !== null)
    return (
      <span>
        {before} <ConversationName id={conversation} />
      </span>
    );
  return <span class="soft">{agent ? word('rule_with', agent) : word('always_everywhere')}</span>;
}
