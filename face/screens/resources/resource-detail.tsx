import type { VNode } from 'preact';

import type { ResponseOf } from '../../../shared/api/operations.ts';
import { Visible } from '../../../look/visible.tsx';
import { Block } from '../../parts/block.tsx';
import { DeedButton } from '../../parts/deed-button.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useMay } from '../../store/may.ts';
import { useAnswer, useDeed } from '../../store/world.ts';
import { word } from '../../words/word.ts';
import { Calls } from './calls.tsx';
import { Preview } from './preview.tsx';
import { ResourceState } from './resource-state.tsx';
import { nameOf } from './session-card.tsx';

type Resource = ResponseOf<'getResource'>;

/** One page, terminal or service: how it stands, who holds it, what was asked of it and what was read last. */
export function ResourceDetail({ id }: { readonly id: string }): VNode {
  const shown = useAnswer('getResource', { params: { id } });
  return (
    <Block {...shown} of={id}>
      {(resource) => <Shown resource={resource} />}
    </Block>
  );
}

function Shown({ resource }: { readonly resource: Resource }): VNode {
  const { status, status_reason: why, last_url: url, adapter, executor_id: holder } = resource;
  const clients = useAnswer('listClients').state.value.data?.items ?? [];
  const client = clients.find((one) => one.client_id === holder);
  const name = client === undefined ? holder : `${client.browser.name} ${client.browser.version}`;
  const isOpen = status !== 'closed' && status !== 'failed';
  const isWorkers = adapter === 'cdp' || adapter === 'bidi';
  return (
    <>
      <header class="asked">
        <h2>
          <Visible text={nameOf(resource)} />
        </h2>
        <ResourceState status={status} />
        <a class="close" href="/resources" aria-label={word('close')}>
          ×
        </a>
      </header>
      {why !== null && (
        <p class="soft">
          <Visible text={why} />
        </p>
      )}
      <dl class="facts">
        {url !== null && (
          <div>
            <dt>{word('resource_address')}</dt>
            <dd>
              <Visible text={url} />
            </dd>
          </div>
        )}
        <div>
          <dt>{word('resource_holder')}</dt>
          <dd>
            <Visible text={name} /> <span class="soft">{word(`adapter_${adapter}`)}</span>
          </dd>
        </div>
        <div>
          <dt>{word('resource_name')}</dt>
          <dd>
            <code>{resource.resource_id}</code>
          </dd>
        </div>
      </dl>
      <Buttons resource={resource} />
      {isOpen && isWorkers && <Preview resourceId={resource.resource_id} />}
      <Calls resource={resource} />
    </>
  );
}

function Buttons({ resource }: { readonly resource: Resource }): VNode | null {
  const { resource_id: id, origin_kind: kind, pinned, status } = resource;
  const mayAnswer = useMay('answer');
  const stopping = useDeed();
  const pinning = useDeed();
  const closing = useDeed();
  if (!mayAnswer || status === 'closed' || status === 'failed') return null;
  const failure = [stopping, pinning, closing]
    .map((deed) => deed.doing.value)
    .find((doing) => doing.kind === 'failed');
  const params = { id };
  return (
    <>
      {failure?.kind === 'failed' && <Problem error={failure.error} />}
      <div class="buttons">
        <DeedButton
          deed={stopping}
          onPress={() => void stopping.run('stopResources', { body: { resource: id } })}
        >
          {word('resource_stop')}
        </DeedButton>
        <DeedButton
          deed={pinning}
          kind="plain"
          onPress={() => void pinning.run('updateResource', { params, body: { pinned: !pinned } })}
        >
          {word(pinned ? 'resource_unpin' : 'resource_pin')}
        </DeedButton>
        <DeedButton
          deed={closing}
          kind="bad"
          onPress={() => void closing.run('closeResource', { params })}
        >
          {word(kind === 'lent' ? 'resource_give_back' : 'resource_close')}
        </DeedButton>
      </div>
    </>
  );
}
