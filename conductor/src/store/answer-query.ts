import type { Answers, Queries, Query } from '../domain/step.ts';
import { answerActions } from './answers/answer-actions.ts';
import { answerConversations } from './answers/answer-conversations.ts';
import { answerDeliveries } from './answers/answer-deliveries.ts';
import type { Db } from './open-database.ts';

const answerers = { ...answerConversations, ...answerDeliveries, ...answerActions };

/** Answers all that a step asked, from rows as they stand in the transaction. */
export function answerQueries<Q extends Queries>(db: Db, queries: Q): Answers<Q> {
  const answers: Record<string, unknown> = {};
  for (const [name, query] of Object.entries(queries)) {
    answers[name] = (answerers[query.ask] as (db: Db, query: Query) => unknown)(db, query);
  }
  return answers as Answers<Q>;
}
