import type { VNode } from 'preact';

import type { ResponseOf } from '../../../shared/api/operations.ts';
import { Visible } from '../../../look/visible.tsx';
import { ConversationName } from '../../parts/conversation-name.tsx';
import { DeedButton } from '../../parts/deed-button.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Time } from '../../parts/time.tsx';
import { useMay } from '../../store/may.ts';
import { useDeed, useToast } from '../../store/world.ts';
import { counted, word } from '../../words/word.ts';
import { ResourceState } from './resource-state.tsx';

interface SessionCardProps {
  readonly session: ResponseOf<'listSessions'>['items'][number];
  readonly open: readonly ResponseOf<'getResource'>[];
  /** The resource that is shown beside. */
  readonly chosen: string | undefined;
}

/** Who acts, whose words they have read, and what they have open. */
export function SessionCard({ session, open, chosen }: SessionCardProps): VNode {
  const { chat_session_id: id, kind, label, taint, last_used_at: usedAt } = session;
  const mayAnswer = useMay('answer');
  const stopping = useDeed();
  const ending = useDeed();
  const toast = useToast();
  const failure = [stopping, ending]
    .map((deed) => deed.doing.value)
    .find((doing) => doing.kind === 'failed');

  async function stop(): Promise<void> {
    const done = await stopping.run('stopResources', { body: { session: id } });
    if (done?.ok) toast({ text: counted('calls_stopped', done.value.cancelled), tone: 'good' });
  }

  async function end(): Promise<void> {
    const done = await ending.run('endSession', { params: { id } });
    if (done?.ok) toast({ text: word('session_ended'), tone: 'good' });
  }

  return (
    <section class="card session">
      <header class="asked">
        <h2>{kind === 'conversation' ? <ConversationName id={id} /> : <Visible text={label} />}</h2>
        <span class="soft small">
          {word(kind === 'conversation' ? 'session_chat' : 'session_program')} <Time at={usedAt} />
        </span>
      </header>
      {taint !== null && (
        <p class="small">
          {word('session_read')} <Visible text={taint.origins.join(', ')} />
        </p>
      )}
      <ul>
        {open.map((one) => (
          <li key={one.resource_id}>
            <a
              href={`/resources/${encodeURIComponent(one.resource_id)}`}
              aria-current={one.resource_id === chosen ? 'true' : undefined}
            >
              <Visible text={nameOf(one)} />
            </a>
            <ResourceState status={one.status} />
            {one.tab?.active === true && <span class="soft small">{word('tab_active')}</span>}
            {one.origin_kind === 'lent' && <span class="soft small">{word('tab_lent')}</span>}
          </li>
        ))}
      </ul>
      {failure?.kind === 'failed' && <Problem error={failure.error} />}
      {mayAnswer && open.length > 0 && (
        <div class="buttons">
          <DeedButton deed={stopping} onPress={() => void stop()}>
            {word('session_stop')}
          </DeedButton>
          <DeedButton deed={ending} kind="bad" onPress={() => void end()}>
            {word('session_close')}
          </DeedButton>
        </div>
      )}
    </section>
  );
}

/** Returns the name that a person knows it by. */
export function nameOf({
  tab,
  last_title: title,
  last_url: url,
  adapter,
  index,
}: ResponseOf<'getResource'>): string {
  const own = [tab?.title, title, url].find((name) => typeof name === 'string' && name !== '');
  return own ?? `${word(`adapter_${adapter}`)} ${index + 1}`;
}
