import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

import { ChoiceBox } from '../../parts/choice-box.tsx';
import { DeedButton } from '../../parts/deed-button.tsx';
import { useFormKeys } from '../../parts/form-keys.ts';
import { Problem } from '../../parts/problem.tsx';
import { RulePreview } from '../../parts/rule-preview.tsx';
import { proposalsFor } from '../../parts/rule-proposals.ts';
import { Patterns } from '../../parts/rule-text.tsx';
import { useDeed, useToast } from '../../store/world.ts';
import { word } from '../../words/word.ts';
import type { AnswerFormProps } from './deny-form.tsx';

/** Yes, and a rule for the ones like it: how wide, and where. */
export function AlwaysForm({ approval, answering, onClose }: AnswerFormProps): VNode {
  const { instruction, local_conversation_id: here } = approval;
  const [proposals] = useState(() => proposalsFor(instruction.action ?? '', instruction.params));
  const [chosen, choose] = useState(proposals[0]);
  const [everywhere, setEverywhere] = useState(false);
  const adding = useDeed();
  const toast = useToast();
  const doing = adding.doing.value;
  const [added, setAdded] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  const wish = chosen && {
    tool: chosen.tool,
    params: chosen.params,
    conversation: everywhere ? null : here,
    decision: 'run' as const,
  };

  async function allow(): Promise<void> {
    if (wish === undefined) return;
    if (!added) {
      // The rule first: where it is refused, nothing has run.
      const body = wish;
      const made = await adding.run('addPolicyRule', { body });
      if (made?.ok !== true) return;
      setAdded(true);
      const link = { href: '/rules', text: word('place_rules') };
      toast({ text: word('always_added'), tone: 'good', link });
    }
    await answering.answer({ decision: 'approve' });
  }

  const keys = useFormKeys({ send: () => void allow(), close: onClose });
  return (
    <form
      ref={form}
      class="stack"
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={keys.onKeyDown}
    >
      <fieldset disabled={added}>
        <legend>{word('always_what')}</legend>
        {proposals.map((one) => (
          <ChoiceBox
            key={one.width}
            name="width"
            checked={one === chosen}
            onChange={() => choose(one)}
          >
            <span>
              {word(`always_${one.width}`)} <Patterns tool={one.tool} params={one.params} />
            </span>
          </ChoiceBox>
        ))}
      </fieldset>
      <fieldset disabled={added}>
        <legend>{word('always_where')}</legend>
        {[false, true].map((wide) => (
          <ChoiceBox
            key={String(wide)}
            name="where"
            checked={everywhere === wide}
            onChange={() => setEverywhere(wide)}
          >
            <span>{word(wide ? 'always_everywhere' : 'always_here')}</span>
          </ChoiceBox>
        ))}
      </fieldset>
      {wish && <RulePreview change={{ rule: wish }} />}
      {doing.kind === 'failed' && <Problem error={doing.error} />}
      <div class="buttons">
        <DeedButton
          deed={adding.waiting.value ? adding : answering.deed}
          hint="Ctrl+Enter"
          onPress={() => void allow()}
        >
          {word('always_now')}
        </DeedButton>
        <button type="button" class="plain" onClick={onClose}>
          {word('back')}
        </button>
      </div>
      {keys.question}
    </form>
  );
}
