import type { ChatCore } from '../../../playground/chat-core.ts';

interface Saved {
  readonly content: string;
  readonly metadata: { readonly totalTokens: number };
}

/** Stands in a reply until the page has it kept. */
const NOT_BEGUN = '...';

/** Replies as the database has them: begun with the turn they answer, and whole once the page says what came. */
export class SavedReplies {
  readonly #replyTo = new Map<string, string>();
  readonly #saved = new Map<string, Saved>();

  begin(questionId: string, replyId: string): void {
    this.#replyTo.set(questionId, replyId);
  }

  update(replyId: string, value: Saved): void {
    this.#saved.set(replyId, value);
  }

  /** As `message.getMessages` answers. */
  messagesOf(core: ChatCore, topicId: string): readonly object[] {
    const turns = core.conversation(topicId)?.turns ?? [];
    const questions = turns.filter(({ role }) => role === 'user');
    return questions.flatMap(({ id, text, parentId }) => {
      const replyId = this.#replyTo.get(id);
      const saved = this.#saved.get(replyId ?? '');
      const question = { id, role: 'user', content: text, parentId, topicId };
      const reply = {
        id: replyId,
        role: 'assistant',
        content: saved?.content ?? NOT_BEGUN,
        metadata: saved?.metadata ?? null,
        parentId: id,
        topicId,
        tools: null,
        error: null,
      };
      return [question, reply];
    });
  }
}
