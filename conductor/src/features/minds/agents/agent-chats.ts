import type { agentsOperations } from '../../../../../shared/api/agents.ts';
import type { ApiError, Caller } from '../../../../../shared/api/operation.ts';
import { err, ok, type Result } from '../../../../../shared/lib/result.ts';
import type { HandlersOf, Kit } from '../../../engine/feature.ts';
import { unknown } from '../../../engine/not-found.ts';
import type { ApprovalsPort } from '../../heart/actions/feature.ts';
import { refused } from '../../heart/deliveries/feature.ts';
import { type ChatRun, createChatAnswering } from './answer-in-chat.ts';
import type { ShownAgentSession } from './queries.ts';
import type { AgentMessage, AgentTurn } from './rows.ts';
import { takeTurn } from './steps/take-turn.ts';
import * as agents from './queries.ts';

/** Text of a person in a chat; `id` is the client's own, which identifies it if sent again. */
export interface ChatTurn {
  readonly id: string | null;
  readonly text: string;
}

/** Request of a client of chats. */
export interface ChatAsk {
  /** Id of the session. */
  readonly id: string;
  /** The agent with which the session is opened if there is none by that id; null: it must be there. */
  readonly open: { readonly agent: string; readonly model: string | null } | null;
  readonly what:
    | {
        readonly kind: 'say';
        readonly turn: ChatTurn;
        /** The message of the person that it stands in place of; null: none. */
        readonly replaces: string | null;
      }
    /** Another answer, to that turn, or to the one that the message answers; both null: to the newest. */
    | {
        readonly kind: 'again';
        readonly turn: ChatTurn | null;
        readonly messageId: string | null;
      };
}

/** Chats with agents, as clients with streams ask for them. */
export interface AgentChats {
  take(ask: ChatAsk, caller: Caller): Promise<Result<ChatRun, ApiError>>;
  /** A person's answers to what a message of the session asks. */
  readonly answer: ReturnType<typeof createChatAnswering>;
  /** The run that is under way in a session; null: none is, or it waits for a person. */
  current(id: string): Promise<Result<string | null, ApiError>>;
}

export function createAgentChats(
  { store, read, now, newId, settings: { maxAttempts } }: Kit,
  {
    openAgentSession: openSession,
    approvals,
  }: Pick<HandlersOf<typeof agentsOperations>, 'openAgentSession'> & {
    readonly approvals: ApprovalsPort;
  },
): AgentChats {
  const named = (id: string) => read.one(agents.agentSession({ localConversationId: id }));

  async function sessionFor(
    { id, open }: ChatAsk,
    caller: Caller,
  ): Promise<Result<ShownAgentSession, ApiError>> {
    const known = await named(id);
    if (known !== null) return ok(known);
    if (open === null) return err(unknown('session', id, 'body.id'));
    const body = { id, ...open, run_mode: 'normal' as const, title: null };
    const opened = await openSession({ params: {}, query: {}, body }, caller);
    if (!opened.ok) return opened;
    const session = await named(id);
    return session === null ? err(unknown('session', id, 'body.id')) : ok(session);
  }

  /** A message of that session, and of no other. */
  const messageOf = (id: string, messageId: string) =>
    read.one(agents.agentMessageNamed({ localConversationId: id, messageId }));

  type Place = Pick<AgentTurn, 'asks' | 'parentId'>;
  interface Placed {
    readonly turn: ChatTurn;
    readonly place: Place;
  }

  const NEXT: Place = { asks: 'next', parentId: null };

  /** The message of a person that is to be answered again. */
  async function questionOf(
    ask: ChatAsk & { readonly what: { readonly kind: 'again' } },
    head: string | null,
  ): Promise<AgentMessage | null> {
    const { id, what } = ask;
    const wish = what.turn?.id ?? what.messageId ?? head;
    const message = wish === null ? null : await messageOf(id, wish);
    if (message?.role !== 'assistant' || message.parentId === null) return message;
    return messageOf(id, message.parentId);
  }

  async function placeOf(
    ask: ChatAsk,
    { session }: ShownAgentSession,
  ): Promise<Result<Placed, ApiError>> {
    const { id, what } = ask;
    if (what.kind === 'say') {
      const { turn, replaces } = what;
      if (replaces === null) return ok({ turn, place: NEXT });
      const message = await messageOf(id, replaces);
      if (message?.role !== 'user') return err(unknown('message', replaces, 'body.messageId'));
      return ok({ turn, place: { asks: 'turn', parentId: message.parentId } });
    }
    const question = await questionOf({ ...ask, what }, session.headMessageId);
    // Its sender believes that it was said: it was not, as after a fault of the network.
    if (question === null && what.turn !== null) return ok({ turn: what.turn, place: NEXT });
    if (question === null) return err(unknown('message', what.messageId ?? '', 'body.messageId'));
    const text = question.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
    const turn = { id: null, text: text.join('\n') };
    return ok({ turn, place: { asks: 'answer', parentId: question.messageId } });
  }

  return {
    async take(ask, caller) {
      const session = await sessionFor(ask, caller);
      if (!session.ok) return session;
      const placed = await placeOf(ask, session.value);
      if (!placed.ok) return placed;
      const { turn, place } = placed.value;
      const jobId = newId();
      const ownKey = place.asks === 'next' && turn.id !== null ? `${ask.id}:${turn.id}` : jobId;
      const taken = await store.run(takeTurn, {
        localConversationId: ask.id,
        text: turn.text,
        jobId,
        dedupeKey:
          caller.idempotencyKey === null ? `chat:${ownKey}` : `send:${caller.idempotencyKey}`,
        clientMessageId: turn.id,
        place,
        maxAttempts,
        via: caller.via,
        now: now(),
      });
      if (taken.ok) return ok({ runId: taken.jobId, after: 0 });
      return err({ ...refused(taken.code), field: 'body.id' });
    },

    answer: createChatAnswering({ read }, approvals),

    async current(id) {
      const session = await named(id);
      if (session === null) return err(unknown('session', id, 'params.id'));
      const { conversationKey } = session.conversation;
      return ok(await read.one(agents.agentRunToFollow({ conversationKey })));
    },
  };
}
