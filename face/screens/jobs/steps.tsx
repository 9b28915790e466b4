import type { VNode } from 'preact';

import { Block } from '../../parts/block.tsx';
import { clockTime, exactTime, spanOf } from '../../parts/time.tsx';
import type { ItemOf } from '../../store/pages.ts';
import { useAnswer } from '../../store/world.ts';
import { word, type WordKey } from '../../words/word.ts';

type Event = ItemOf<'listEvents'>;

/** Names of the steps of a delivery; others are shown as the trail names them. */
const CALLED: Readonly<Record<string, WordKey>> = {
  created: 'step_created',
  dispatch: 'step_dispatch',
  acked: 'step_acked',
  failed: 'step_failed',
  lease_lost: 'step_lease_lost',
  final_message: 'step_final_message',
  no_reply: 'step_no_reply',
  final_timeout: 'step_final_timeout',
  due: 'step_due',
  cancel: 'step_cancel',
  found: 'step_found',
  retry: 'step_retry',
  dismissed: 'step_dismissed',
};

/** Steps of a delivery, from the trail, each with the time since the one before. */
export function Steps({ job }: { readonly job: string }): VNode {
  const trail = useAnswer('listEvents', { query: { subject: job, limit: 200 } });
  return (
    <Block {...trail}>
      {({ items }) => {
        const steps = items.toReversed();
        return steps.length === 0 ? (
          <p class="soft small">{word('steps_gone')}</p>
        ) : (
          <ol class="steps">
            {steps.map((event, index) => (
              <Step key={event.event_id} event={event} before={steps[index - 1]} />
            ))}
          </ol>
        );
      }}
    </Block>
  );
}

function Step({
  event: { type, at, detail, event_id: id },
  before,
}: {
  readonly event: Event;
  readonly before: Event | undefined;
}): VNode {
  const name = type.replace(/^delivery_job\./, '');
  const called = Object.hasOwn(CALLED, name) ? CALLED[name] : undefined;
  const code = detail['code'];
  return (
    <li>
      <time class="number soft" dateTime={new Date(at).toISOString()} title={exactTime(at)}>
        {clockTime(at, true)}
      </time>
      <span>
        {called === undefined ? <code>{type}</code> : word(called)}{' '}
        {typeof code === 'string' && <code>{code}</code>}
      </span>
      <span class="soft small number">{before && `+${spanOf(at - before.at)}`}</span>
      <a class="soft small" href={`/trail?around=${id}`}>
        #{id}
      </a>
    </li>
  );
}
