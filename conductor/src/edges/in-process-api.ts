import type { Caller, Handler, Operation } from '../../../shared/api/operation.ts';
import type { BatonApi } from '../../../shared/api/operations.ts';
import { storeRefusal } from '../../../shared/api/store-refusal.ts';
import { err } from '../../../shared/lib/result.ts';
import type { Log } from '../engine/runtime.ts';
import { INTERNAL_ERROR } from './internal-error.ts';
import { readRequest } from './read-request.ts';

/** The conductor from inside its own process: the same checks and words as over HTTP, without the way there. */
export function createInProcessApi(
  operations: Readonly<Record<string, Operation>>,
  handlers: Readonly<Record<string, Handler<Operation>>>,
  via: Caller['via'],
  log: Log,
): BatonApi {
  return {
    async call(id, request, options) {
      const operation = operations[id];
      const handler = handlers[id];
      if (operation === undefined || handler === undefined)
        return err({ code: 'not_found', text: `There is no operation ${id}.` });
      const given = { params: {}, query: {}, body: undefined, ...request };
      const input = readRequest(operation, given);
      if (!input.ok) return input;
      const caller: Caller = {
        via,
        signal: options?.signal ?? new AbortController().signal,
        idempotencyKey: options?.idempotencyKey ?? null,
      };
      try {
        return (await handler(input.value, caller)) as never;
      } catch (cause) {
        const refusal = storeRefusal(cause);
        if (refusal !== null) return err(refusal);
        log.error({ err: cause, operation: id, via }, 'request failed');
        return err(INTERNAL_ERROR);
      }
    },
  };
}
