import { at, idAt, listAt, parseJson, textAt } from '../kit/json-value.ts';
import type { FrameItem } from '../platform.ts';

/**
 * After a handoff the answer comes over the site's WebSocket: frames are lists of items, and the
 * `encoded_item` texts of one turn, put together, are a normal event stream. A reconnect sends a backlog in
 * `catchups`. Source: site.md, Replies.
 */
export function readFrame(frame: string): readonly FrameItem[] {
  const items = parseJson(frame);
  return listAt({ items }, 'items')
    .flatMap((item) => [item, ...listAt(item, 'reply', 'catchups')])
    .flatMap(readItem);
}

function readItem(item: unknown): readonly FrameItem[] {
  if (at(item, 'payload', 'type') !== 'conversation-turn-stream') return [];
  const piece = at(item, 'payload', 'payload');
  const remoteConversationId = idAt(piece, 'conversation_id');
  if (remoteConversationId === null) return [];
  if (at(piece, 'type') === 'done') {
    const itemId = `done:${idAt(piece, 'turn_id') ?? textAt(item, 'topic_id') ?? ''}`;
    return [{ remoteConversationId, itemId, text: '', over: true }];
  }
  const text = textAt(piece, 'encoded_item');
  const itemId = idAt(piece, 'stream_item_id');
  return text === null || itemId === null
    ? []
    : [{ remoteConversationId, itemId, text, over: false }];
}
