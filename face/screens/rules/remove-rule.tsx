import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';

import { AskSure } from '../../parts/ask-sure.tsx';
import { useSure } from '../../parts/deed-button.tsx';
import { RulePreview } from '../../parts/rule-preview.tsx';
import { Patterns } from '../../parts/rule-text.tsx';
import type { Rule } from '../../parts/rule-wish.ts';
import { useDeed, useToast } from '../../store/world.ts';
import { word } from '../../words/word.ts';

interface RemoveRuleProps {
  readonly rule: Rule;
  readonly onDone: () => void;
}

/** Removes a rule: one that lets run at once, since less runs without it; another after a look at what would. */
export function RemoveRule({ rule, onDone }: RemoveRuleProps): VNode | null {
  const deed = useDeed();
  const toast = useToast();
  const { sure, question } = useSure();
  const doing = deed.doing.value;
  const isSafe = rule.decision === 'run';

  async function remove(): Promise<void> {
    const removed = await deed.run('removePolicyRule', { params: { id: rule.rule_id } });
    if (removed?.ok !== true) return;
    toast({ text: word('rule_removed'), tone: 'good' });
    onDone();
  }

  useEffect(() => {
    if (isSafe) sure(() => void remove());
  }, []);

  if (isSafe && doing.kind !== 'failed') return question;
  return (
    <AskSure
      title={word('rule_remove_title')}
      says={word('rule_remove')}
      deed={deed}
      onSure={() => void remove()}
      onClose={onDone}
    >
      <Patterns tool={rule.tool} params={rule.params} />
      {!isSafe && <p>{word('rule_remove_text')}</p>}
      {!isSafe && <RulePreview change={{ rule: null, without: rule.rule_id }} />}
    </AskSure>
  );
}
