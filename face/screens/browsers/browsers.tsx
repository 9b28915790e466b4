import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import type { ResponseOf } from '../../../shared/api/operations.ts';
import { AskSure } from '../../parts/ask-sure.tsx';
import { Block } from '../../parts/block.tsx';
import { Mark } from '../../parts/mark.tsx';
import { Time } from '../../parts/time.tsx';
import { Visible } from '../../../look/visible.tsx';
import { useMay } from '../../store/may.ts';
import { useAnswer, useDeed, useToast, useWorld } from '../../store/world.ts';
import { counted, word } from '../../words/word.ts';
import { Pairing } from './pairing.tsx';
import { Runtimes } from './runtimes.tsx';
import { Sites } from './sites.tsx';
import './browsers.css';

type Client = ResponseOf<'listClients'>['items'][number];

/** Browsers that Baton may use, and how another one comes in. */
export function Browsers(): VNode {
  const mayAll = useMay('full');
  const { state, again } = useAnswer('listClients');
  const newest = Math.max(0, ...(state.value.data?.items ?? []).map((one) => one.created_at));
  return (
    <>
      <Block state={state} again={again}>
        {({ items }) =>
          items.length === 0 ? (
            <p class="empty">{word('browsers_empty')}</p>
          ) : (
            <ul class="clients">
              {items.map((client) => (
                <Paired key={client.client_id} client={client} />
              ))}
            </ul>
          )
        }
      </Block>
      <Runtimes />
      <Sites />
      {mayAll && <Pairing newest={newest} />}
    </>
  );
}

function Paired({ client }: { readonly client: Client }): VNode {
  const { live } = useWorld();
  const toast = useToast();
  const deed = useDeed();
  const mayAll = useMay('full');
  const [asks, ask] = useState(false);
  const { client_id: id, browser } = client;
  const name = `${browser.name} ${browser.version}`;
  const told = live.presence.value?.clients.find((one) => one.client_id === id);
  const connected = told?.connected ?? client.connected;

  async function unpair(): Promise<void> {
    const done = await deed.run('revokeClient', { params: { id } });
    if (done?.ok !== true) return;
    ask(false);
    toast({ text: word('unpaired', name), tone: 'good' });
  }

  return (
    <li class="card">
      <header class="asked">
        <h2>
          <Visible text={name} />
        </h2>
        <Mark tone={connected ? 'good' : 'soft'}>
          {word(connected ? 'client_connected' : 'client_away')}
        </Mark>
      </header>
      <dl class="facts">
        <div>
          <dt>{word('client_seen')}</dt>
          <dd>
            <Time at={client.last_seen_at} />
          </dd>
        </div>
        <div>
          <dt>{word('client_behind')}</dt>
          <dd>{counted('client_frames', client.outbox)}</dd>
        </div>
        <div>
          <dt>{word('client_serves')}</dt>
          <dd>{counted('client_conversations', client.conversations)}</dd>
        </div>
        <div>
          <dt>{word('client_extension')}</dt>
          <dd>
            <Visible text={client.extension_version ?? '–'} />
          </dd>
        </div>
        <div>
          <dt>{word('client_since')}</dt>
          <dd>
            <Time at={client.created_at} />
          </dd>
        </div>
      </dl>
      <div class="buttons">
        {mayAll && (
          <button type="button" class="bad" onClick={() => ask(true)}>
            {word('unpair')}
          </button>
        )}
        <a href={`/trail?subject=${encodeURIComponent(id)}`}>{word('place_trail')}</a>
      </div>
      {asks && (
        <AskSure
          title={word('unpair_sure', name)}
          says={word('unpair_it')}
          deed={deed}
          onSure={() => void unpair()}
          onClose={() => ask(false)}
        >
          <p>{word('unpair_text')}</p>
        </AskSure>
      )}
    </li>
  );
}
