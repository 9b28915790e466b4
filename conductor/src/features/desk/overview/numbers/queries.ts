import { type Nothing, query } from '../../../../engine/query.ts';

/** Deliveries that have not ended. */
export const openDeliveryCount = query<Nothing, number>('openDeliveryCount');

/** The database file. */
export const database = query<
  Nothing,
  {
    /** Size of the database file, free pages included. */
    readonly bytes: number;
    /** How many migrations made it. */
    readonly schema: number;
  }
>('database');
