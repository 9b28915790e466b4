import { AssistantError } from './assistant.ts';
import type { Assistant } from './assistant.ts';
import type { ChatJournal, JournalEntry } from './chat-journal.ts';
import { pathTo } from './chat-turn.ts';
import type { Conversation, Turn } from './chat-turn.ts';
import type { ReceivedMessage } from './received-log.ts';
import { Replayable } from './replayable.ts';

/** A reply while it is being written. It goes on whether or not anyone reads it. */
export interface RunningReply {
  readonly conversationId: string;
  readonly messageId: string;
  readonly parentId: string;
  /** Ends after the whole reply is in the history; fails with an `AssistantError` when there is none. */
  readonly pieces: Replayable<string>;
}

export interface IncomingMessage {
  /** Null starts a conversation. */
  readonly conversationId: string | null;
  readonly messageId: string;
  readonly text: string;
  /** The last message the sending page showed. */
  readonly parentId: string | null;
  /** Hang the message under the newest turn instead of `parentId`: for a site without branches. */
  readonly atEnd: boolean;
}

export type Receipt =
  | { readonly kind: 'taken'; readonly reply: RunningReply; readonly isNew: boolean }
  /** A message with this id is in the conversation already. Logged, so that it is counted; not added. */
  | { readonly kind: 'repeated' }
  | { readonly kind: 'unknown_conversation' };

export interface ChatCoreOptions {
  readonly assistant: Assistant;
  readonly journal: ChatJournal;
  readonly newConversationId: () => string;
  readonly newReplyId: (questionId: string) => string;
  readonly now: () => number;
  /** Told of faults that are nobody's plan; the person sees only that something went wrong. */
  readonly reportFault: (error: unknown) => void;
}

const MAX_TITLE_CHARACTERS = 60;
const UNTITLED = 'New chat';

type StoredConversation = Conversation & { title: string; readonly turns: Turn[] };

/** The chat itself, whatever site it is dressed as: histories, the log, and the assistant at work. */
export class ChatCore {
  readonly #options: ChatCoreOptions;
  readonly #conversations = new Map<string, StoredConversation>();
  readonly #log: ReceivedMessage[] = [];
  readonly #running = new Map<RunningReply, Promise<void>>();
  readonly #closing = new AbortController();

  constructor(options: ChatCoreOptions) {
    this.#options = options;
    for (const entry of options.journal.past) this.#apply(entry);
    for (const { id, turns } of this.#conversations.values()) {
      const last = turns.at(-1);
      if (last?.role === 'user') this.#startReply(id, last); // The last run ended before its answer.
    }
  }

  /** Newest first. */
  conversations(): readonly Conversation[] {
    return [...this.#conversations.values()].reverse();
  }

  conversation(id: string): Conversation | undefined {
    return this.#conversations.get(id);
  }

  log(): readonly ReceivedMessage[] {
    return this.#log;
  }

  /** The reply being written in a conversation now; the newest, should there be several. */
  runningReply(conversationId: string): RunningReply | undefined {
    return [...this.#running.keys()].findLast((reply) => reply.conversationId === conversationId);
  }

  /** `id`: of a conversation that the page named itself. */
  createConversation(title = UNTITLED, id = this.#options.newConversationId()): Conversation {
    this.#record({ type: 'conversation', id, title, createdAtMs: this.#options.now() });
    return this.#known(id);
  }

  /** Returns the assistant's slash commands. */
  words(): NonNullable<Assistant['words']> {
    return this.#options.assistant.words ?? [];
  }

  /** Takes a person's message and sets the assistant to work on it. */
  receive(incoming: IncomingMessage): Receipt {
    const isNew = incoming.conversationId === null;
    const id = incoming.conversationId ?? this.createConversation().id;
    const conversation = this.#conversations.get(id);
    if (!conversation) return { kind: 'unknown_conversation' };

    const { messageId, text, parentId } = incoming;
    const receivedAtMs = this.#options.now();
    const received: JournalEntry = {
      type: 'received',
      message: {
        conversation_id: id,
        message_id: messageId,
        text,
        received_at: receivedAtMs,
        parent_id: parentId,
      },
    };
    if (conversation.turns.some((turn) => turn.id === messageId)) {
      this.#record(received);
      return { kind: 'repeated' };
    }
    const turn: Turn = {
      id: messageId,
      role: 'user',
      text,
      parentId: incoming.atEnd ? (conversation.turns.at(-1)?.id ?? null) : parentId,
      createdAtMs: receivedAtMs,
      failed: false,
    };
    const titled: JournalEntry[] =
      conversation.title === UNTITLED
        ? [{ type: 'title', conversationId: id, title: titleFrom(text) }]
        : [];
    this.#record(...titled, { type: 'turn', conversationId: id, turn }, received);
    return { kind: 'taken', reply: this.#startReply(id, turn), isNew };
  }

  /** Stops the assistant. Unfinished replies are begun again when the same journal is opened again. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#running.values());
  }

  #startReply(conversationId: string, question: Turn): RunningReply {
    const reply: RunningReply = {
      conversationId,
      messageId: this.#options.newReplyId(question.id),
      parentId: question.id,
      pieces: new Replayable(),
    };
    const history = pathTo(this.#known(conversationId).turns, question.id).filter(
      (turn) => !turn.failed,
    );
    this.#running.set(reply, this.#write(reply, history));
    return reply;
  }

  async #write(reply: RunningReply, history: readonly Turn[]): Promise<void> {
    let text = '';
    let failure: AssistantError | null = null;
    try {
      for await (const piece of this.#options.assistant.reply(history, this.#closing.signal)) {
        text += piece;
        reply.pieces.push(piece);
      }
      this.#closing.signal.throwIfAborted();
      if (text.trim() === '') throw new AssistantError('The assistant answered with nothing.');
    } catch (error) {
      failure = this.#explain(error);
    }
    if (!this.#closing.signal.aborted) this.#keepReply(reply, text, failure);
    this.#running.delete(reply);
    if (failure) reply.pieces.fail(failure);
    else reply.pieces.end();
  }

  #keepReply(reply: RunningReply, text: string, failure: AssistantError | null): void {
    this.#record({
      type: 'turn',
      conversationId: reply.conversationId,
      turn: {
        id: reply.messageId,
        role: 'assistant',
        text: failure ? failure.message : text,
        parentId: reply.parentId,
        createdAtMs: this.#options.now(),
        failed: failure !== null,
      },
    });
  }

  #explain(error: unknown): AssistantError {
    if (error instanceof AssistantError) return error;
    if (this.#closing.signal.aborted) return new AssistantError('The site is shutting down.');
    this.#options.reportFault(error);
    return new AssistantError('Something went wrong while the assistant was answering.');
  }

  #record(...entries: JournalEntry[]): void {
    this.#options.journal.append(...entries);
    for (const entry of entries) this.#apply(entry);
  }

  #apply(entry: JournalEntry): void {
    switch (entry.type) {
      case 'conversation':
        this.#conversations.set(entry.id, { ...entry, turns: [] });
        return;
      case 'title':
        this.#known(entry.conversationId).title = entry.title;
        return;
      case 'turn':
        this.#known(entry.conversationId).turns.push(entry.turn);
        return;
      case 'received':
        this.#log.push(entry.message);
        return;
    }
  }

  #known(id: string): StoredConversation {
    const conversation = this.#conversations.get(id);
    if (!conversation) throw new Error(`conversation ${id} is not in the history`);
    return conversation;
  }
}

function titleFrom(text: string): string {
  const line = text.trim().split('\n', 1).join('');
  return line.length <= MAX_TITLE_CHARACTERS
    ? line || UNTITLED
    : `${line.slice(0, MAX_TITLE_CHARACTERS - 1).trimEnd()}…`;
}
