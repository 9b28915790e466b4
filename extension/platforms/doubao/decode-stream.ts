import { at, idAt, listAt, textAt } from '../kit/json-value.ts';
import type { ReplyEvent } from '../platform.ts';
import type { ReplyReader } from '../kit/reply-decoder.ts';
import { AnswerBlocks } from './answer-blocks.ts';
import { namedId } from './describe-send.ts';
import { readStreamError } from './read-stream-error.ts';

const ANSWER_ENDED = 1;
const USER = 1;

/**
 * Reads the event stream of a send. The answer is what its visible text blocks hold, put together from
 * STREAM_MSG_NOTIFY, STREAM_CHUNK and CHUNK_DELTA; final once SSE_REPLY_END of type 1 names its message.
 * Source: site.md.
 */
export class DoubaoReplyReader implements ReplyReader {
  readonly #answers = new Map<string, AnswerBlocks>();
  /** The message that CHUNK_DELTA continues with. */
  #current: AnswerBlocks | null = null;
  #conversationId: string | null = null;
  #failed = false;
  #ended = false;

  read(value: unknown, name: string): readonly ReplyEvent[] {
    switch (name) {
      case 'SSE_ACK':
        return [
          ...this.#learnConversation(at(value, 'ack_client_meta', 'conversation_id')),
          ...userTurn(value),
        ];
      case 'STREAM_MSG_NOTIFY':
        return this.#beginMessage(value);
      case 'STREAM_CHUNK':
        return this.#edit(value);
      case 'CHUNK_DELTA':
        return delta(this.#current?.append(textAt(value, 'text') ?? '') ?? '');
      case 'SSE_REPLY_END':
        return at(value, 'end_type') === ANSWER_ENDED ? this.#finish(value) : [];
      case 'STREAM_ERROR':
      case 'gateway-error':
        return this.#fail(value);
      default:
        return [];
    }
  }

  #beginMessage(value: unknown): readonly ReplyEvent[] {
    const id = idAt(value, 'meta', 'message_id');
    if (id === null || at(value, 'meta', 'user_type') === USER) return [];
    const answer = this.#answerOf(id);
    this.#current = answer;
    const text = answer.take(listAt(value, 'content', 'content_block'));
    return [...this.#learnConversation(at(value, 'meta', 'conversation_id')), ...delta(text)];
  }

  #edit(value: unknown): readonly ReplyEvent[] {
    const id = idAt(value, 'message_id');
    const answer = id === null ? this.#current : this.#answerOf(id);
    // Other objects of a patch repeat the text for speech, or hold state of the page.
    const blocks = listAt(value, 'patch_op')
      .filter((patch) => at(patch, 'patch_object') === 1)
      .flatMap((patch) => listAt(patch, 'patch_value', 'content_block'));
    return delta(answer?.take(blocks) ?? '');
  }

  #finish(value: unknown): readonly ReplyEvent[] {
    const id = idAt(value, 'msg_finish_attr', 'msgid');
    const answer = id === null ? undefined : this.#answers.get(id);
    if (id === null || answer === undefined || this.#failed || this.#ended) return [];
    const text = answer.wholeText(textAt(value, 'msg_finish_attr', 'brief') ?? '');
    if (text === null) return [];
    this.#ended = true;
    return [{ type: 'final', assistantMessageId: id, text }];
  }

  /** A gateway repeats the error of the stream before it: only the first is told. */
  #fail(value: unknown): readonly ReplyEvent[] {
    if (this.#failed) return [];
    this.#failed = true;
    return [{ type: 'error', ...readStreamError(value) }];
  }

  #answerOf(id: string): AnswerBlocks {
    const answer = this.#answers.get(id) ?? new AnswerBlocks();
    this.#answers.set(id, answer);
    return answer;
  }

  #learnConversation(value: unknown): readonly ReplyEvent[] {
    const id = namedId(value);
    if (id === null || id === this.#conversationId) return [];
    this.#conversationId = id;
    return [{ type: 'conversation', remoteConversationId: id }];
  }
}

/** Our question by the id that the page gave it, else by the server's. */
function userTurn(ack: unknown): readonly ReplyEvent[] {
  const question = listAt(ack, 'query_list')[0];
  const messageId = idAt(question, 'local_message_id') ?? idAt(question, 'question_id');
  return messageId === null ? [] : [{ type: 'user_turn', messageId }];
}

function delta(text: string): readonly ReplyEvent[] {
  return text === '' ? [] : [{ type: 'delta', text }];
}
