import { at, isObject } from '../kit/json-value.ts';
import type { ReplyEvent } from '../platform.ts';
import type { ReplyReader } from '../kit/reply-decoder.ts';
import { isUuid } from '../kit/uuid.ts';
import { readTrpcError } from './read-refusal.ts';

const MAX_DEPTH = 16;

/**
 * The answer to a new chat names the chat; what the assistant says comes by the request that follows. Where
 * in the lines the id stands is not known, but its name is.
 */
export class NewChatReader implements ReplyReader {
  #isTold = false;

  read(value: unknown): readonly ReplyEvent[] {
    if (this.#isTold) return [];
    const error = find(value, (object) => readTrpcError(at(object, 'error')));
    if (error !== null) {
      this.#isTold = true;
      return [{ type: 'error', ...error }];
    }
    const remoteConversationId = find(value, chatIdOf);
    if (remoteConversationId === null) return [];
    this.#isTold = true;
    return [{ type: 'conversation', remoteConversationId }, { type: 'handoff' }];
  }
}

function chatIdOf(value: unknown): string | null {
  const id = at(value, 'chatId');
  return typeof id === 'string' && isUuid(id) ? id : null;
}

/** Returns the first result of `read` for the objects of a JSON value. */
function find<Found>(
  value: unknown,
  read: (object: unknown) => Found | null,
  depth = 0,
): Found | null {
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return null;
  const found = isObject(value) ? read(value) : null;
  if (found !== null) return found;
  for (const inner of Object.values(value)) {
    const deeper = find(inner, read, depth + 1);
    if (deeper !== null) return deeper;
  }
  return null;
}
