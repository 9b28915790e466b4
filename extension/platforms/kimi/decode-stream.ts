import { at, idAt, isObject, textAt } from '../kit/json-value.ts';
import type { ReplyReader } from '../kit/reply-decoder.ts';
import type { ReplyEvent } from '../platform.ts';
import { readStreamError } from './read-refusal.ts';

const COMPLETED = 'MESSAGE_STATUS_COMPLETED';
/** Each value has one of them, but for the heartbeats, which are empty. */
const OWN_FIELDS = ['op', 'eventOffset'];
const OWN_OBJECTS = ['chat', 'message', 'block', 'done', 'heartbeat'];

/**
 * Reads the operations of a reply. Final is the assistant's message with the status COMPLETED, once `done`
 * or the end of the stream has come (site.md, Replies). The echo of the person's message is COMPLETED, too.
 */
export class KimiReplyReader implements ReplyReader {
  readonly #roles = new Map<string, string>();
  /** Text blocks by id, in order of appearance. Thoughts and stages are blocks of other kinds. */
  readonly #blocks = new Map<string, string>();
  /** Blocks of the person's own message. */
  readonly #foreign = new Set<string>();
  #conversationId: string | null = null;
  #answerId: string | null = null;
  #isComplete = false;
  #damaged = false;
  #isOver = false;

  read(value: unknown): readonly ReplyEvent[] {
    if (!isObject(value)) {
      this.#damaged = true;
      return [];
    }
    const error = readStreamError(value);
    if (error !== null) {
      this.#damaged = true;
      return [{ type: 'error', ...error }];
    }
    const names = Object.keys(value);
    // Nobody knows what else it says: perhaps that it failed.
    const isOwn = (name: string): boolean =>
      OWN_FIELDS.includes(name) || (OWN_OBJECTS.includes(name) && isObject(value[name]));
    if (names.length > 0 && !names.some(isOwn)) this.#damaged = true;
    return [
      ...this.#readChat(idAt(value, 'chat', 'id')),
      ...this.#readMessage(at(value, 'message')),
      ...this.#readBlock(value),
      ...(isObject(value['done']) ? this.end() : []),
    ];
  }

  end(): readonly ReplyEvent[] {
    const assistantMessageId = this.#answerId;
    const isWhole = this.#isComplete && !this.#damaged;
    if (assistantMessageId === null || !isWhole || this.#isOver) return [];
    this.#isOver = true;
    return [{ type: 'final', assistantMessageId, text: [...this.#blocks.values()].join('') }];
  }

  #readChat(id: string | null): readonly ReplyEvent[] {
    if (id === null || id === this.#conversationId) return [];
    this.#conversationId = id;
    return [{ type: 'conversation', remoteConversationId: id }];
  }

  #readMessage(message: unknown): readonly ReplyEvent[] {
    const id = idAt(message, 'id');
    if (id === null) return [];
    const known = this.#roles.get(id);
    const role = known ?? textAt(message, 'role');
    if (role === null) return [];
    this.#roles.set(id, role);
    if (role === 'user') return known === undefined ? [{ type: 'user_turn', messageId: id }] : [];
    if (role !== 'assistant') return [];
    // A second answer in one stream has not been seen: what belongs to which could not be told.
    if (this.#answerId !== null && this.#answerId !== id) this.#damaged = true;
    this.#answerId = id;
    const status = textAt(message, 'status');
    if (status !== null) this.#isComplete = status === COMPLETED;
    return [];
  }

  #readBlock(value: unknown): readonly ReplyEvent[] {
    const mask = textAt(value, 'mask') ?? '';
    if (mask !== 'block.text' && mask !== 'block.text.content') return [];
    const id = idAt(value, 'block', 'id');
    const text = textAt(value, 'block', 'text', 'content') ?? '';
    const op = textAt(value, 'op');
    if (id === null || (op !== 'set' && op !== 'append')) this.#damaged = true;
    if (id === null || !this.#isAnswer(id, idAt(value, 'block', 'parentId'))) return [];
    const before = this.#blocks.get(id) ?? '';
    this.#blocks.set(id, op === 'append' ? before + text : text);
    return text === '' ? [] : [{ type: 'delta', text }];
  }

  #isAnswer(blockId: string, parentId: string | null): boolean {
    if (this.#blocks.has(blockId)) return true;
    const isForeign = parentId !== null && this.#roles.get(parentId) === 'user';
    if (isForeign) this.#foreign.add(blockId);
    if (this.#foreign.has(blockId)) return false;
    // Whose words these are cannot be told before the answer has been announced.
    if (this.#answerId === null) this.#damaged = true;
    return this.#answerId !== null;
  }
}
