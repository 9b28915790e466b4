import type { VNode } from 'preact';
import { useLocation, useRoute } from 'preact-iso/router';

import type { ResponseOf } from '../../../shared/api/operations.ts';
import { BackLink } from '../../parts/back-link.tsx';
import { Block } from '../../parts/block.tsx';
import { useKeys } from '../../parts/keys.ts';
import { usePaneKeys } from '../../parts/pane.ts';
import { Visible } from '../../../look/visible.tsx';
import { useMay } from '../../store/may.ts';
import { useAnswer } from '../../store/world.ts';
import { word } from '../../words/word.ts';
import { agentAbout } from './agent-about.ts';
import { AgentDetail } from './agent-detail.tsx';
import { AgentForm } from './agent-form.tsx';

/** The agents there are, and one of them beside. */
export function Definitions(): VNode {
  const { state, again } = useAnswer('listAgents');
  return (
    <Block state={state} again={again}>
      {(answered) => <Beside {...answered} />}
    </Block>
  );
}

function Beside({ items, folder, faults }: ResponseOf<'listAgents'>): VNode {
  const { id } = useRoute().params;
  const { query, route } = useLocation();
  const mayChange = useMay('full');
  const chosen = items.find((one) => one.agent_id === id) ?? null;
  const writes = mayChange && query['write'] !== undefined;
  usePaneKeys(true);
  useKeys('place_agents', [
    ...(mayChange
      ? [{ keys: 'n', says: 'agent_new', run: () => route('/agents?write=new') } as const]
      : []),
    { keys: 'Escape', says: 'keys_back', run: () => route('/agents') },
  ]);
  const shown = chosen ?? (id === undefined && !writes ? (items[0] ?? null) : null);
  return (
    <div class="split tools" data-chosen={id !== undefined || writes}>
      <nav class="servers" aria-label={word('agents_agents')}>
        {mayChange && (
          <div class="buttons">
            <a class="button" href="/agents?write=new" aria-keyshortcuts="n">
              {word('agent_new')} <kbd aria-hidden="true">n</kbd>
            </a>
          </div>
        )}
        {items.map((one) => (
          <a
            key={one.agent_id}
            href={`/agents/${one.agent_id}`}
            aria-current={one === shown ? 'true' : undefined}
          >
            <strong>{one.agent_id}</strong>
            <span class="soft small">{word(`agent_source_${one.source}`)}</span>
            <span class="soft small agent-about">
              <Visible text={agentAbout(one)} />
            </span>
          </a>
        ))}
        {faults.map(({ file, fault }) => (
          <div key={file} class="problem">
            <p>
              <code>
                <Visible text={file} />
              </code>{' '}
              <Visible text={fault} />
            </p>
          </div>
        ))}
        <p class="soft small">
          {word('agent_folder')}{' '}
          <code>
            <Visible text={folder} />
          </code>
        </p>
      </nav>
      <div class="detail">
        <BackLink href="/agents" />
        {writes ? (
          <AgentForm key={id ?? ''} agent={chosen} known={items} />
        ) : shown === null ? (
          <p class="empty">{word('agent_gone')}</p>
        ) : (
          <AgentDetail key={shown.agent_id} agent={shown} />
        )}
      </div>
    </div>
  );
}
