import type { VNode } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';

import { useAnswer, useDeed } from '../store/world.ts';
import { word } from '../words/word.ts';
import { plainTitle } from './conversation-name.tsx';
import { DeedButton } from './deed-button.tsx';
import { useFormKeys } from './form-keys.ts';
import { Problem } from './problem.tsx';
import { RuleParams } from './rule-params.tsx';
import { RulePreview } from './rule-preview.tsx';
import { draftOfRule, isOfTool, NEW_RULE, type Rule, type RuleDraft, wishOf } from './rule-wish.ts';

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
  const [sureWord, setSureWord] = useState('');
  const first = useRef<HTMLInputElement>(null);
  const saving = useDeed();
  const id = useId();
  const tools = useAnswer('listTools').state.value.data?.items ?? [];
  useEffect(() => first.current?.focus(), []);

  const change = (part: Partial<RuleDraft>): void => setDraft({ ...draft, ...part });
  const wish = wishOf(draft);
  const isWhole = typeof wish !== 'string';
  const runsHigh =
    isWhole &&
    wish.decision === 'run' &&
    tools.some((tool) => isHigh(tool) && isOfTool(wish.tool, tool.id));
  const isSure = !runsHigh || sureWord.trim().toLowerCase() === word('rule_sure_word');

  async function save(): Promise<void> {
    if (!isWhole || !isSure) return;
    const saved =
      rule === null
        ? await saving.run('addPolicyRule', { body: wish })
        : await saving.run('changePolicyRule', { params: { id: rule.rule_id }, body: wish });
    if (saved?.ok === true) onSaved();
  }

  const doing = saving.doing.value;
  const keys = useFormKeys({ send: () => void save(), close: onClose });
  return (
    <form
      class="card"
      aria-label={word(rule === null ? 'rule_new' : 'rule_edit')}
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={keys.onKeyDown}
    >
      <h2>{word(rule === null ? 'rule_new' : 'rule_edit')}</h2>
      <label>
        {word('rule_tool')}
        <input
          ref={first}
          class="mono"
          list={`${id}-tools`}
          maxLength={300}
          spellcheck={false}
          value={draft.tool}
          onInput={(event) => change({ tool: event.currentTarget.value })}
        />
        <datalist id={`${id}-tools`}>
          {tools.map((tool) => (
            <option key={tool.id} value={tool.id} />
          ))}
        </datalist>
      </label>
      <Where draft={draft} onChange={change} />
      <RuleParams params={draft.params} onChange={(params) => change({ params })} />
      <fieldset>
        <legend>{word('rule_then')}</legend>
        {(['run', 'ask', 'deny'] as const).map((decision) => (
          <label key={decision} class="choice">
            <input
              type="radio"
              name="decision"
              checked={draft.decision === decision}
              onChange={() => change({ decision })}
            />
            {word(`rule_does_${decision}`)}
          </label>
        ))}
      </fieldset>
      {draft.decision === 'run' && (
        <label class="choice">
          <input
            type="checkbox"
            checked={draft.evenIfTainted}
            onChange={(event) => change({ evenIfTainted: event.currentTarget.checked })}
          />
          {word('rule_even_if_tainted')}
        </label>
      )}
      <label>
        {word('rule_reason')}
        <input
          maxLength={500}
          value={draft.reason}
          onInput={(event) => change({ reason: event.currentTarget.value })}
        />
      </label>
      {runsHigh && (
        <label>
          {word('rule_sure', word('rule_sure_word'))}
          <input
            value={sureWord}
            autoComplete="off"
            onInput={(event) => setSureWord(event.currentTarget.value)}
          />
        </label>
      )}
      {isWhole ? (
        <RulePreview change={{ rule: wish, without: rule?.rule_id ?? null }} />
      ) : (
        <p class="soft">{word(wish)}</p>
      )}
      {doing.kind === 'failed' && <Problem error={doing.error} />}
      <div class="buttons">
        <DeedButton
          deed={saving}
          hint="Ctrl+Enter"
          disabled={!isWhole || !isSure}
          onPress={() => void save()}
        >
          {word(rule === null ? 'rule_add' : 'rule_save')}
        </DeedButton>
        <button type="button" class="plain" onClick={onClose}>
          {word('back')}
        </button>
      </div>
      {keys.question}
    </form>
  );
}

interface Tool {
  readonly id: string;
  readonly risk: 'low' | 'medium' | 'high';
}

const isHigh = ({ risk }: Tool): boolean => risk === 'high';

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
