import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import { useAnswer, useDeed } from '../store/world.ts';
import { word } from '../words/word.ts';
import { beginHere } from './begin-here.ts';
import { ChoiceBox } from './choice-box.tsx';
import { plainTitle } from './conversation-name.tsx';
import { FormCard } from './form-card.tsx';
import { RuleParams } from './rule-params.tsx';
import { RulePreview } from './rule-preview.tsx';
import { draftOfRule, NEW_RULE, type Rule, type RuleDraft, wishOf } from './rule-wish.ts';
import { useSureOfHigh } from './sure-of-high.tsx';
import { ToolPattern } from './tool-pattern.tsx';

/** The choice that keeps a rule of an agent one. */
const OF_AGENT = 'agent/';

interface RuleFormProps {
  /** Null: a new one. */
  readonly rule: Rule | null;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** A rule, written or changed, with what it would do beside it. */
export function RuleForm({ rule, onSaved, onClose }: RuleFormProps): VNode {
  const [draft, setDraft] = useState<RuleDraft>(rule === null ? NEW_RULE : draftOfRule(rule));
  const saving = useDeed();
  const change = (part: Partial<RuleDraft>): void => setDraft({ ...draft, ...part });
  const wish = wishOf(draft);
  const isWhole = typeof wish !== 'string';
  const sure = useSureOfHigh(isWhole ? [wish] : []);

  async function save(): Promise<void> {
    if (!isWhole) return;
    const saved =
      rule === null
        ? await saving.run('addPolicyRule', { body: wish })
        : await saving.run('changePolicyRule', { params: { id: rule.rule_id }, body: wish });
    if (saved?.ok === true) onSaved();
  }

  return (
    <FormCard
      title={word(rule === null ? 'rule_new' : 'rule_edit')}
      deed={saving}
      says={rule === null ? 'rule_add' : 'rule_save'}
      lacks={isWhole ? null : wish}
      isUnsure={sure.isUnsure}
      onSend={() => void save()}
      onClose={onClose}
    >
      <ToolPattern place={beginHere} value={draft.tool} onChange={(tool) => change({ tool })} />
      <Where draft={draft} onChange={change} />
      <RuleParams params={draft.params} onChange={(params) => change({ params })} />
      <fieldset>
        <legend>{word('rule_then')}</legend>
        {(['run', 'ask', 'deny'] as const).map((decision) => (
          <ChoiceBox
            key={decision}
            name="decision"
            checked={draft.decision === decision}
            onChange={() => change({ decision })}
          >
            {word(`rule_does_${decision}`)}
          </ChoiceBox>
        ))}
      </fieldset>
      {draft.decision === 'run' && (
        <ChoiceBox
          checked={draft.evenIfTainted}
          onChange={(checked) => change({ evenIfTainted: checked })}
        >
          {word('rule_even_if_tainted')}
        </ChoiceBox>
      )}
      <label>
        {word('rule_reason')}
        <input
          maxLength={500}
          value={draft.reason}
          onInput={(event) => change({ reason: event.currentTarget.value })}
        />
      </label>
      {sure.field}
      {isWhole && <RulePreview change={{ rule: wish, without: rule?.rule_id ?? null }} />}
    </FormCard>
  );
}

function Where({
  draft,
  onChange,
}: {
  readonly draft: RuleDraft;
  readonly onChange: (part: Partial<RuleDraft>) => void;
}): VNode {
  const { state } = useAnswer('listConversations', { query: { limit: 200 } });
  const known = state.value.data?.items ?? [];
  const { conversation, agent } = draft;
  const isKnown = known.some((one) => one.local_conversation_id === conversation);
  return (
    <label>
      {word('rule_where')}
      <select
        value={conversation ?? (agent === null ? '' : OF_AGENT)}
        onChange={({ currentTarget: { value } }) =>
          onChange({
            conversation: value === '' || value === OF_AGENT ? null : value,
            agent: value === OF_AGENT ? agent : null,
          })
        }
      >
        {agent !== null && <option value={OF_AGENT}>{word('rule_with', agent)}</option>}
        <option value="">{word('always_everywhere')}</option>
        {conversation !== null && !isKnown && <option value={conversation}>{conversation}</option>}
        {known.map((one) => (
          <option key={one.local_conversation_id} value={one.local_conversation_id}>
            {plainTitle(one.title)}
          </option>
        ))}
      </select>
    </label>
  );
}
