import * as z from 'zod';

import type { Caller, Handler, Operation } from '../../../shared/api/operation.ts';
import { type BatonApi, type Handlers, operations } from '../../../shared/api/operations.ts';
import { storeRefusal } from '../../../shared/api/store-refusal.ts';
import { err } from '../../../shared/lib/result.ts';

/** The conductor from inside its own process: the same checks as over HTTP, without the way there. */
export function createInProcessApi(handlers: Handlers, via: Caller['via']): BatonApi {
  return {
    async call(id, request, options) {
      const operation: Operation = operations[id];
      const whole = z.object({
        params: operation.params,
        query: operation.query,
        body: operation.body,
      });
      const given = { params: {}, query: {}, body: undefined, ...request };
      const input = whole.safeParse(given);
      if (!input.success) {
        const [issue] = input.error.issues;
        const field = issue?.path.map(String).join('.') ?? '';
        return err({
          code: 'invalid_request',
          text: `${field}: ${issue?.message ?? 'is out of shape'}.`,
          field,
        });
      }
      const caller: Caller = {
        via,
        signal: options?.signal ?? new AbortController().signal,
        idempotencyKey: options?.idempotencyKey ?? null,
      };
      try {
        const handler = handlers[id] as unknown as Handler<Operation>;
        return (await handler(input.data as never, caller)) as never;
      } catch (cause) {
        const text = 'The conductor failed on this; see its log.';
        return err(storeRefusal(cause) ?? { code: 'internal', text });
      }
    },
  };
}
