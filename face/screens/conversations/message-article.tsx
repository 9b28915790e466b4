import type { ComponentChildren, VNode } from 'preact';
import { useMemo, useState } from 'preact/hooks';

import { CopyButton } from '../../parts/copy-button.tsx';
import { JobState } from '../../parts/job-state.tsx';
import { Mark } from '../../parts/mark.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Prose } from '../../parts/prose/prose.tsx';
import { Time } from '../../parts/time.tsx';
import type { ItemOf } from '../../store/pages.ts';
import type { Kinds } from '../../store/rows.ts';
import { useAnswer, useRow } from '../../store/world.ts';
import { word } from '../../words/word.ts';
import { ActionCard } from './action-card.tsx';

export type Message = ItemOf<'listMessages'>;

interface MessageProps {
  readonly conversation: string;
  readonly message: Message;
  /** Actions of this message that are known. */
  readonly actions: readonly Kinds['instruction'][];
  readonly waits: readonly Kinds['approval'][];
  /** true: the actions were asked for; an action not among them is older. */
  readonly knowsActions: boolean;
  /** Stands beside who said it. */
  readonly beside?: ComponentChildren;
}

/** One message: who said it, what it says, and what acted in it, at its place. */
export function MessageArticle(props: MessageProps): VNode {
  const { conversation, message, actions, waits, knowsActions, beside } = props;
  const { author, text, complete, size, more, observed_at: at, job_id: job } = message;
  const { action_spans: spans } = message;
  const [whole, askWhole] = useState(false);
  const card = (id: string): VNode => (
    <ActionCard
      key={id}
      id={id}
      mayAsk={knowsActions}
      approval={waits.find(({ instruction }) => instruction.instruction_id === id)}
    />
  );
  const marks = useMemo(
    () => spans.map(({ start, end, instruction_id: id }) => ({ start, end, node: card(id) })),
    [spans, waits, knowsActions],
  );
  const placed = new Set(spans.map(({ instruction_id: id }) => id));
  const rest = actions.filter(({ instruction_id: id }) => !placed.has(id));
  return (
    <article
      class="message"
      data-author={author}
      tabIndex={-1}
      aria-label={word(`said_by_${author}`)}
    >
      <header>
        <strong>{word(`said_by_${author}`)}</strong>
        <span class="soft small">
          <Time at={at} />
        </span>
        {author === 'baton' && job !== null && <Delivered job={job} />}
        {beside}
        <span class="copy">
          <CopyButton text={text} />
        </span>
      </header>
      {complete !== null && complete !== 'whole' && (
        <p class="small">
          <Mark tone="bad">{word(`reply_${complete}`)}</Mark>
        </p>
      )}
      {whole && more ? (
        <Whole conversation={conversation} message={message} marks={marks} />
      ) : (
        <Prose text={text} size={size} marks={marks} onWhole={() => askWhole(true)} />
      )}
      {rest.map(({ instruction_id: id }) => card(id))}
    </article>
  );
}

/** The text of which the beginning was there; until it comes, that stays. */
function Whole({
  conversation,
  message,
  marks,
}: {
  readonly conversation: string;
  readonly message: Message;
  readonly marks: Parameters<typeof Prose>[0]['marks'];
}): VNode {
  const { state, again } = useAnswer('getMessage', {
    params: { id: conversation, message: message.message_id },
  });
  const { data, error } = state.value;
  const { text, size } = data ?? message;
  return (
    <>
      <Prose text={text} size={size} {...(marks && { marks })} />
      {error !== null && <Problem error={error} again={again} />}
    </>
  );
}

/** How far the delivery of a message of Baton's is. */
function Delivered({ job }: { readonly job: string }): VNode | null {
  const row = useRow('job', job);
  if (row === undefined) return null;
  return (
    <a class="small" href={`/jobs/${encodeURIComponent(job)}`}>
      <JobState status={row.status} />
    </a>
  );
}
