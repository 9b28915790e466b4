import type { ConversationKey } from '../../../../../../shared/model/conversation-key.ts';
import type { ModelBindingState } from './model-binding.machine.ts';
import { table } from '../../../../engine/tables.ts';

/**
 * The latest question to a chat. The job tells what became of it; until the question is in the chat, `ModelBinding`
 * does not count it.
 */
export interface AskedOfChat {
  readonly jobId: string;
  /** The last message of the session that it says, or that the chat knew before. */
  readonly through: string;
  /** The message of the session that its reply becomes. */
  readonly replyId: string;
  /** See ModelBinding. */
  readonly system: readonly string[];
  /** Estimated tokens of its text. */
  readonly tokens: number;
}

/** A web chat that serves as the model of a session with an agent. Times are epoch milliseconds. */
export interface ModelBinding {
  readonly bindingId: string;
  /** The chat. */
  readonly conversationKey: ConversationKey;
  /** The session: a conversation of the platform `agent`. */
  readonly sessionKey: ConversationKey;
  readonly state: ModelBindingState;
  /** The name of the model by which it serves, as `conversation:<id>`; a chat that took over keeps it. */
  readonly modelRef: string;
  /**
   * The last message of the session that the chat knows; null: it knows none. Messages are a tree, so that it names all
   * before it as well.
   */
  readonly sentThrough: string | null;
  /** Hashes of the parts of the system prompt that the chat was told last. */
  readonly system: readonly string[];
  readonly asked: AskedOfChat | null;
  /** Estimated tokens of what was said in the chat, `asked` included. */
  readonly tokens: number;
  /** How often the chat was asked. */
  readonly turns: number;
  /** The binding that it took over from, when that chat could not go on; null: a person bound it. */
  readonly rolledFrom: string | null;
  readonly openedAt: number;
  readonly releasedAt: number | null;
  readonly version: number;
}

export const MODEL_BINDINGS = table<ModelBinding>('modelBindings');
