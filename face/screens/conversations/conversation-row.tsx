import type { VNode } from 'preact';

import { Mark } from '../../parts/mark.tsx';
import { type Mode, ModeSwitch } from '../../parts/mode-switch.tsx';
import { Time } from '../../parts/time.tsx';
import { Visible } from '../../../look/visible.tsx';
import { useMay } from '../../store/may.ts';
import type { Conversation } from '../../store/rows.ts';
import { useRow } from '../../store/world.ts';
import { counted, word } from '../../words/word.ts';

interface RowProps {
  readonly id: string;
  readonly onMode: (conversation: Conversation, mode: Mode) => void;
}

/** One chat: whose, how it is called, what is open in it. */
export function ConversationRow({ id, onMode }: RowProps): VNode | null {
  const one = useRow('conversation', id);
  const mayAnswer = useMay('answer');
  if (one === undefined) return null;
  return (
    <>
      <div class="two-lines grow">
        <p>
          <strong class="title">
            <Visible text={one.title ?? word('untitled')} />
          </strong>
          {one.labels.map((label) => (
            <span key={label} class="label">
              <Visible text={label} />
            </span>
          ))}
        </p>
        <p class="soft small">
          <Visible text={one.platform} />
          <span>
            {one.latest_observed_at === null ? (
              word('no_reply_yet')
            ) : (
              <Time at={one.latest_observed_at} />
            )}
          </span>
          {one.open_approvals > 0 && (
            <span class="waits">{counted('open_approvals', one.open_approvals)}</span>
          )}
          {one.open_jobs > 0 && <span>{counted('open_jobs', one.open_jobs)}</span>}
        </p>
      </div>
      <span class="connected">
        <Mark tone={one.connected ? 'good' : 'soft'}>
          {word(one.connected ? 'connected' : 'not_connected')}
        </Mark>
      </span>
      {mayAnswer ? (
        <ModeSwitch conversation={one} inRow onMode={(mode) => onMode(one, mode)} />
      ) : (
        <span>{word(one.draining ? 'mode_draining' : `mode_${one.mode}`)}</span>
      )}
    </>
  );
}
