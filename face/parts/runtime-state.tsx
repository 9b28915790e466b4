import type { VNode } from 'preact';

import type { ResponseOf } from '../../shared/api/operations.ts';
import { useAnswer } from '../store/world.ts';
import { word } from '../words/word.ts';
import { Mark, type Tone } from './mark.tsx';
import { Visible } from '../../look/visible.tsx';

type Runtime = ResponseOf<'listRuntimes'>['items'][number];

const TONES: Readonly<Record<Runtime['status'], Tone>> = {
  ready: 'good',
  stale: 'soft',
  missing_template: 'bad',
  missing_credential: 'bad',
  missing_route: 'bad',
};

/** A browser's abilities for a chat, with its tabs, and the remedy where it cannot serve it. */
export function RuntimeState({ runtime }: { readonly runtime: Runtime }): VNode {
  const { status, freshness, tabs, client_id: id } = runtime;
  const clients = useAnswer('listClients').state.value.data?.items ?? [];
  const client = clients.find((one) => one.client_id === id);
  const said = [
    ...(clients.length > 1 && client !== undefined ? [client.browser.name] : []),
    ...(tabs.length > 0 ? [word('runtime_tabs', tabs.join(', '))] : []),
    ...(freshness === null ? [] : [word(`login_${freshness}`)]),
  ];
  return (
    <>
      <Mark tone={TONES[status]}>{word(`runtime_${status}`)}</Mark>{' '}
      {said.length > 0 && (
        <span class="soft small">
          <Visible text={said.join(' · ')} />
        </span>
      )}{' '}
      {status !== 'ready' && status !== 'stale' && (
        <span class="small">{word(`runtime_remedy_${status}`)}</span>
      )}
    </>
  );
}
