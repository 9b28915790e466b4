import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';

import { beginHere } from '../../parts/begin-here.ts';
import { ChoiceBox } from '../../parts/choice-box.tsx';
import { FormCard } from '../../parts/form-card.tsx';
import { draftOf } from '../../store/drafts.ts';
import { useDeed, useToast } from '../../store/world.ts';
import { word } from '../../words/word.ts';
import { type Agent, type AgentDraft, agentWish, draftOfAgent, PACKS } from './agent-wish.ts';

interface AgentFormProps {
  /** Null: a new one. */
  readonly agent: Agent | null;
  readonly known: readonly Agent[];
}

/** An agent, written or changed. */
export function AgentForm({ agent, known }: AgentFormProps): VNode {
  const { route } = useLocation();
  const kept = draftOf(`instructions ${agent?.agent_id ?? ''}`);
  const [draft, setDraft] = useState<AgentDraft>(() => {
    const begun = draftOfAgent(agent);
    return { ...begun, instructions: kept.peek() || begun.instructions };
  });
  const saving = useDeed();
  const toast = useToast();
  const wish = agentWish(draft, agent);
  const isTaken = agent === null && known.some((one) => one.agent_id === draft.id);
  const change = (part: Partial<AgentDraft>): void => setDraft((now) => ({ ...now, ...part }));
  const close = (): void => route(agent === null ? '/agents' : `/agents/${agent.agent_id}`);

  async function save(): Promise<void> {
    if (typeof wish === 'string') return;
    const saved = await saving.run('putAgent', { params: { id: draft.id }, body: wish });
    if (saved?.ok !== true) return;
    kept.value = '';
    toast({ text: word('agent_saved', draft.id), tone: 'good' });
    route(`/agents/${draft.id}`);
  }

  const line = (name: 'id' | 'description' | 'models' | 'tools', most: number): VNode => (
    <label>
      {word(`agent_field_${name}`)}
      <input
        class={name === 'description' ? undefined : 'mono'}
        maxLength={most}
        spellcheck={name === 'description'}
        ref={name === (agent === null ? 'id' : 'description') ? beginHere : null}
        readOnly={name === 'id' && agent !== null}
        value={draft[name]}
        onInput={({ currentTarget: { value } }) => change({ [name]: value })}
      />
    </label>
  );

  return (
    <FormCard
      title={word(agent === null ? 'agent_new' : 'agent_edit')}
      deed={saving}
      says="agent_save"
      lacks={isTaken ? 'agent_taken' : typeof wish === 'string' ? wish : null}
      onSend={() => void save()}
      onClose={close}
    >
      {line('id', 63)}
      {line('description', 2_000)}
      <label>
        {word('agent_told')}
        <textarea
          rows={8}
          maxLength={100_000}
          value={draft.instructions}
          onInput={({ currentTarget: { value } }) => {
            kept.value = value;
            change({ instructions: value });
          }}
        />
      </label>
      <fieldset>
        <legend>{word('agent_kind')}</legend>
        {(['orchestrator', 'worker'] as const).map((kind) => (
          <ChoiceBox
            key={kind}
            name="kind"
            checked={draft.kind === kind}
            onChange={() => change({ kind })}
          >
            {word(`agent_kind_${kind}`)}
          </ChoiceBox>
        ))}
      </fieldset>
      <Packs draft={draft} onChange={change} />
      {line('tools', 10_000)}
      {line('models', 4_000)}
    </FormCard>
  );
}

function Packs({
  draft: { packs },
  onChange,
}: {
  readonly draft: AgentDraft;
  readonly onChange: (part: Partial<AgentDraft>) => void;
}): VNode {
  return (
    <fieldset>
      <legend>{word('agent_packs')}</legend>
      {(Object.keys(PACKS) as (keyof typeof PACKS)[]).map((pack) => (
        <ChoiceBox
          key={pack}
          checked={packs.includes(pack)}
          onChange={(checked) =>
            onChange({
              packs: checked ? [...packs, pack] : packs.filter((one) => one !== pack),
            })
          }
        >
          <span>{word(PACKS[pack])}</span>
        </ChoiceBox>
      ))}
    </fieldset>
  );
}
