import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';

import type { ResponseOf } from '../../../shared/api/operations.ts';
import { DeedButton } from '../../parts/deed-button.tsx';
import { Problem } from '../../parts/problem.tsx';
import { draftOf } from '../../store/drafts.ts';
import { useDeed } from '../../store/world.ts';
import { word } from '../../words/word.ts';
import type { Agent } from './agent-wish.ts';
import { ModelChoice } from './model-choice.tsx';

type RunMode = ResponseOf<'openAgentSession'>['run_mode'];

const RUN_MODES = ['normal', 'readonly', 'settings'] as const satisfies readonly RunMode[];

/** Begins a conversation with an agent, with what it is asked first. */
export function TalkForm({ agent: { agent_id: id } }: { readonly agent: Agent }): VNode {
  const { route } = useLocation();
  const draft = draftOf(`agent ${id}`);
  const [model, setModel] = useState('');
  const [runMode, setRunMode] = useState<RunMode>('normal');
  const opening = useDeed();
  const sending = useDeed();
  const text = draft.value.trim();

  async function begin(): Promise<void> {
    if (text === '') return;
    const opened = await opening.run('openAgentSession', {
      body: { agent: id, model: model || null, run_mode: runMode },
    });
    if (opened?.ok !== true) return;
    const { session_id: session } = opened.value;
    const sent = await sending.run('sendMessage', { params: { id: session }, body: { text } });
    // What did not go out stands in the conversation that it was written for.
    if (sent?.ok !== true) draftOf(`message ${session}`).value = text;
    draft.value = '';
    route(`/conversations/${encodeURIComponent(session)}`);
  }

  const doing = opening.doing.value;
  return (
    <form
      class="card"
      aria-label={word('agent_talk')}
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        // The button asks first where what is shown may be old.
        event.currentTarget.querySelector<HTMLButtonElement>('button.main')?.click();
      }}
    >
      <label>
        {word('agent_ask')}
        <textarea
          rows={3}
          maxLength={1_000_000}
          value={draft.value}
          onInput={(event) => (draft.value = event.currentTarget.value)}
        />
      </label>
      <div class="two">
        <ModelChoice value={model} onChange={setModel} />
        <label>
          {word('agent_run_mode')}
          <select
            value={runMode}
            onChange={(event) => setRunMode(event.currentTarget.value as RunMode)}
          >
            {RUN_MODES.map((one) => (
              <option key={one} value={one}>
                {word(`agent_mode_${one}`)}
              </option>
            ))}
          </select>
        </label>
      </div>
      {doing.kind === 'failed' && <Problem error={doing.error} />}
      <div class="buttons">
        <DeedButton
          deed={opening}
          hint="Ctrl+Enter"
          disabled={text === ''}
          onPress={() => void begin()}
        >
          {word('agent_talk')}
        </DeedButton>
      </div>
    </form>
  );
}
