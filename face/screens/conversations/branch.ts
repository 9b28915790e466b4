import type { ResponseOf } from '../../../shared/api/operations.ts';
import type { Message } from './message-article.tsx';

type AgentMessage = ResponseOf<'listAgentMessages'>['items'][number];

/** Alternatives in one place of a conversation with an agent: other answers, or other words. */
export interface Versions {
  /** Ids of the agent's messages, the oldest first. */
  readonly ids: readonly string[];
  /** Which of them is on the branch. */
  readonly at: number;
}

/** The branch of a conversation with an agent that its next turn follows. */
export interface Branch {
  /** Is a message on it? */
  readonly has: (message: Message) => boolean;
  /** Where it is one of several; null: nothing else stands in its place, or that is said elsewhere. */
  readonly versionsOf: (message: Message) => Versions | null;
  /** Id of the last answer; null: there is none, or it is being written. */
  readonly answered: string | null;
}

/**
 * @param path From the first message to the last.
 * @param underWay Id of the run that writes now; null: none does.
 */
export function branchOf(path: readonly AgentMessage[], underWay: string | null): Branch {
  const answers = path.filter(({ role }) => role === 'assistant');
  const byRun = new Map(answers.map((one) => [one.metadata.runId, one]));
  const said = new Map(path.map((one) => [one.id, one]));
  const steers = new Set(
    answers.flatMap(({ parts }) =>
      parts.flatMap(({ type, id }) =>
        type === 'steering-message' && typeof id === 'string' ? [id] : [],
      ),
    ),
  );
  const last = answers.at(-1);
  const isWriting = last !== undefined && last.metadata.runId === underWay;
  return {
    has({ role, message_id: id, observed_at: at }) {
      if (role === 'assistant') return byRun.has(runOf(id));
      if (said.has(id) || steers.has(id)) return true;
      // Said to the answer that is being written, which has not come to it.
      return isWriting && at >= last.metadata.createdAt;
    },
    versionsOf({ role, message_id: id }) {
      const of = role === 'user' ? said.get(id) : isFirst(id) ? byRun.get(runOf(id)) : undefined;
      if (of === undefined || of.metadata.siblings.length < 2) return null;
      return { ids: of.metadata.siblings, at: of.metadata.siblings.indexOf(of.id) };
    },
    answered: last === undefined || isWriting ? null : last.id,
  };
}

/** An answer is a message for each of its steps, named `<run>.<number>`. */
function runOf(id: string): string {
  return id.slice(0, Math.max(id.lastIndexOf('.'), 0));
}

function isFirst(id: string): boolean {
  return id.endsWith('.0');
}
