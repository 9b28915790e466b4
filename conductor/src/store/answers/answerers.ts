import type { Asked } from '../../domain/questions/asked.ts';
import type { Db } from '../open-database.ts';

/** How the store answers each question of a kind, from rows as they stand in the transaction. */
export type Answerers<Questions> = {
  readonly [A in keyof Questions]: Questions[A] extends Asked<infer With, infer Answer>
    ? (db: Db, query: With) => Answer
    : never;
};
