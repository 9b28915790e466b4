import { randomUUID } from 'node:crypto';
import type { ChatCore } from '../../../playground/chat-core.ts';
import { pathTo, type Turn } from '../../../playground/chat-turn.ts';

/** Records of the site beside the turns: the message all others hang under, and which run wrote which reply. */
export class MessageTree {
  readonly #roots = new Map<string, string>();
  readonly #runs = new Map<string, string>();

  /** The id of the system's message, with which every conversation begins. */
  readonly rootId = (conversationId: string): string => {
    const root = this.#roots.get(conversationId) ?? randomUUID();
    this.#roots.set(conversationId, root);
    return root;
  };

  nameRun(replyId: string, generationId: string): void {
    this.#runs.set(replyId, generationId);
  }

  /** As `GET /api/v2/conversations/<id>` answers; null: there is none. */
  describe(core: ChatCore, conversationId: string): object | null {
    const conversation = core.conversation(conversationId);
    if (conversation === undefined) return null;
    const running = core.runningReply(conversationId);
    const begun: Turn[] =
      running === undefined
        ? []
        : [
            {
              id: running.messageId,
              role: 'assistant',
              text: '',
              parentId: running.parentId,
              createdAtMs: 0,
              failed: false,
            },
          ];
    const turns = [...conversation.turns, ...begun];
    const rootMessageId = this.rootId(conversationId);
    const childrenOf = (id: string | null): string[] =>
      turns.filter(({ parentId }) => parentId === id).map((turn) => turn.id);
    const root = {
      id: rootMessageId,
      from: 'system',
      content: '',
      ancestors: [],
      children: childrenOf(null),
    };
    const messages = turns.map((turn) => {
      const isWritten = turn.role === 'assistant' && turn.id !== running?.messageId;
      const before = pathTo(turns, turn.id).slice(0, -1);
      return {
        id: turn.id,
        from: turn.role,
        content: turn.text,
        ancestors: [rootMessageId, ...before.map(({ id }) => id)],
        children: childrenOf(turn.id),
        ...(turn.role === 'assistant' && { generationId: this.#runs.get(turn.id), updates: [] }),
        ...(isWritten && { interrupted: false }),
      };
    });
    const { id, title } = conversation;
    return { json: { id, title, rootMessageId, messages: [root, ...messages] }, meta: {} };
  }
}
