import type { ComponentChildren, VNode } from 'preact';
import { useMemo } from 'preact/hooks';

import { Pager } from '../../parts/pager.tsx';
import { Replying } from '../../parts/replying.tsx';
import { type Order, usePages } from '../../store/pages.ts';
import type { Conversation, Kinds } from '../../store/rows.ts';
import { useAnswer } from '../../store/world.ts';
import { word } from '../../words/word.ts';
import { type Message, MessageArticle } from './message-article.tsx';
import { Outgoing } from './outgoing.tsx';
import { useThreadScroll } from './thread-scroll.ts';

const SHOWN = 40;

/** As the reader shows at first. */
const CUT_CHARS = 20_000;

const ORDER: Order<Message> = {
  idOf: (one) => `${one.role} ${one.message_id}`,
  rankOf: (one) => one.observed_at,
};

interface ThreadProps {
  readonly conversation: Conversation;
  readonly waits: readonly Kinds['approval'][];
  /** Which messages are shown; default: all. */
  readonly shows?: ((message: Message) => boolean) | undefined;
  /** Content beside the author of a message. */
  readonly beside?: (message: Message) => ComponentChildren;
  /** Content below the messages; `stands` tells whether a message is among them, by its id. */
  readonly below?: (stands: (messageId: string) => boolean) => ComponentChildren;
}

/** Messages, the oldest first, opened at the end. */
export function Thread({ conversation, waits, shows, beside, below }: ThreadProps): VNode {
  const { local_conversation_id: id } = conversation;
  const pages = usePages(
    'listMessages',
    { params: { id }, query: { limit: SHOWN, cut: CUT_CHARS } },
    ORDER,
  );
  const actions = useAnswer('listInstructions', { query: { conversation: id, limit: 200 } });
  const jobs = useAnswer('listJobs', { query: { conversation: id, limit: 200 } }).state.value.data
    ?.items;
  const { box, isAtEnd, toEnd } = useThreadScroll();
  const oldestFirst = useMemo(
    () => (shows === undefined ? pages.items : pages.items.filter(shows)).toReversed(),
    [pages.items, shows],
  );
  const known = actions.state.value.data?.items;
  const byMessage = useMemo(
    () => Map.groupBy(known ?? [], ({ assistant_message_id: message }) => message),
    [known],
  );

  return (
    <div class="thread-frame">
      <div class="thread" ref={box} tabIndex={0} role="region" aria-label={word('thread_label')}>
        <div class="thread-content">
          <Pager pages={pages}>
            {pages.more && (
              <button type="button" class="plain older" onClick={pages.onMore}>
                {word('messages_older')}
              </button>
            )}
            {oldestFirst.length === 0 && <p class="empty">{word('messages_empty')}</p>}
            {oldestFirst.map((message) => (
              <MessageArticle
                key={ORDER.idOf(message)}
                conversation={id}
                message={message}
                actions={byMessage.get(message.message_id) ?? []}
                waits={waits}
                knowsActions={known !== undefined}
                beside={beside?.(message)}
              />
            ))}
          </Pager>
          <Outgoing jobs={jobs ?? []} messages={pages.items} />
          <Replying conversation={id} />
          {below?.((message) => pages.items.some((one) => one.message_id === message))}
        </div>
      </div>
      {!isAtEnd && (
        <button type="button" class="plain newest" onClick={toEnd}>
          {word('messages_newest')}
        </button>
      )}
    </div>
  );
}
