import type * as z from 'zod';

import { byId, noBody, noParams, noQuery } from './fields.ts';
import type { Operation } from './operation.ts';

/** Keeps the types of what a definition names. */
export function operation<
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Answers extends z.ZodType,
>(definition: Operation<Params, Query, Body, Answers>): Operation<Params, Query, Body, Answers> {
  return definition;
}

/** The defaults of an operation: no parameters, no query, no body, status 200. */
export const plain = {
  params: noParams,
  query: noQuery,
  body: noBody,
  status: 200,
  errors: [],
} as const;

/** The defaults of an operation on one object, which its path names by `:id`. */
export const one = { ...plain, params: byId, errors: ['not_found'] } as const;
