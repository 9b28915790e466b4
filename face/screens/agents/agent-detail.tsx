import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';

import { AskSure } from '../../parts/ask-sure.tsx';
import { Block } from '../../parts/block.tsx';
import { useKeys } from '../../parts/keys.ts';
import { Time } from '../../parts/time.tsx';
import { Visible } from '../../../look/visible.tsx';
import { useMay } from '../../store/may.ts';
import { useAnswer, useDeed, useToast } from '../../store/world.ts';
import { numberText } from '../../words/formats.ts';
import { word } from '../../words/word.ts';
import { agentAbout } from './agent-about.ts';
import type { Agent } from './agent-wish.ts';
import { TalkForm } from './talk-form.tsx';

const SHOWN = 10;

/** An agent's purpose and rights, its conversations, and a new one. */
export function AgentDetail({ agent }: { readonly agent: Agent }): VNode {
  const { agent_id: id, models, tools, tool_pack_keys: packs, limits, source } = agent;
  const { route } = useLocation();
  const mayChange = useMay('full');
  const [removes, remove] = useState(false);
  const write = (): void => route(`/agents/${id}?write=yes`);
  useKeys('agents_agents', [
    ...(mayChange ? [{ keys: 'e', says: 'agent_edit', run: write } as const] : []),
    ...(mayChange && source === 'db'
      ? [{ keys: 'Delete', says: 'agent_remove', run: () => remove(true) } as const]
      : []),
  ]);
  return (
    <>
      <header class="asked">
        <h2>{id}</h2>
        <span class="soft">{word(`agent_kind_${agent.kind}`)}</span>
      </header>
      <p>
        <Visible text={agentAbout(agent)} />
      </p>
      {mayChange && <TalkForm agent={agent} />}
      <section>
        <h3>{word('place_conversations')}</h3>
        <Sessions agent={id} />
      </section>
      <section>
        <h3>{word('agent_is')}</h3>
        <dl class="facts">
          <Fact says={word('agents_models')} texts={models} none={word('agent_models_none')} />
          <Fact
            says={word('place_tools')}
            texts={[...packs, ...tools]}
            none={word('agent_tools_all')}
          />
          <div>
            <dt>{word('agent_limits')}</dt>
            <dd>
              {word(
                'agent_limits_are',
                numberText(limits.steps),
                numberText(limits.tool_calls),
                numberText(limits.tokens),
              )}
            </dd>
          </div>
        </dl>
      </section>
      <section>
        <h3>{word('agent_told')}</h3>
        <pre class="agent-told" tabIndex={0}>
          <Visible text={agent.instructions} />
        </pre>
        <Prompt id={id} />
      </section>
      {mayChange && (
        <div class="buttons">
          <button type="button" class="plain" aria-keyshortcuts="e" onClick={write}>
            {word(source === 'db' ? 'agent_edit' : 'agent_replace')}
          </button>
          {source === 'db' && (
            <button
              type="button"
              class="bad"
              aria-keyshortcuts="Delete"
              onClick={() => remove(true)}
            >
              {word('agent_remove')}
            </button>
          )}
        </div>
      )}
      {removes && <Remove id={id} onClose={() => remove(false)} />}
    </>
  );
}

function Fact({
  says,
  texts,
  none,
}: {
  readonly says: string;
  readonly texts: readonly string[];
  readonly none: string;
}): VNode {
  return (
    <div>
      <dt>{says}</dt>
      <dd class="agent-names">
        {texts.length === 0
          ? none
          : texts.map((text) => (
              <code key={text}>
                <Visible text={text} />
              </code>
            ))}
      </dd>
    </div>
  );
}

function Sessions({ agent }: { readonly agent: string }): VNode {
  const sessions = useAnswer('listAgentSessions', { query: { agent, limit: SHOWN } });
  return (
    <Block {...sessions}>
      {({ items }) =>
        items.length === 0 ? (
          <p class="soft">{word('agent_sessions_none')}</p>
        ) : (
          <ul class="agent-sessions">
            {items.map((one) => (
              <li key={one.session_id}>
                <a href={`/conversations/${encodeURIComponent(one.session_id)}`}>
                  <Visible text={one.title || word('untitled')} />
                </a>{' '}
                <span class="soft small">
                  <Visible text={one.model} /> · <Time at={one.updated_at} />
                </span>
              </li>
            ))}
          </ul>
        )
      }
    </Block>
  );
}

/** All that a model reads before the first word of a conversation: asked for when it is opened. */
function Prompt({ id }: { readonly id: string }): VNode {
  const [isOpen, open] = useState(false);
  return (
    <details onToggle={(event) => open(event.currentTarget.open)}>
      <summary>{word('agent_prompt')}</summary>
      {isOpen && <WholePrompt id={id} />}
    </details>
  );
}

function WholePrompt({ id }: { readonly id: string }): VNode {
  return (
    <Block {...useAnswer('getAgentPrompt', { params: { id } })}>
      {({ text, tokens }) => (
        <>
          <p class="soft small">{word('agent_prompt_tokens', numberText(tokens))}</p>
          <pre class="agent-told" tabIndex={0}>
            <Visible text={text} />
          </pre>
        </>
      )}
    </Block>
  );
}

function Remove({ id, onClose }: { readonly id: string; readonly onClose: () => void }): VNode {
  const { route } = useLocation();
  const deed = useDeed();
  const toast = useToast();

  async function remove(): Promise<void> {
    const done = await deed.run('removeAgent', { params: { id } });
    if (done?.ok !== true) return;
    toast({ text: word('agent_removed'), tone: 'good' });
    onClose();
    route('/agents');
  }

  return (
    <AskSure
      title={word('agent_remove')}
      says={word('agent_remove')}
      deed={deed}
      onSure={() => void remove()}
      onClose={onClose}
    >
      <p>
        <strong>{id}</strong>
      </p>
      <p>{word('agent_remove_means')}</p>
    </AskSure>
  );
}
