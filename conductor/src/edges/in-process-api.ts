import type { ApiError, Caller, Handler, Operation } from '../../../shared/api/operation.ts';
import type { BatonApi } from '../../../shared/api/operations.ts';
import { storeRefusal } from '../../../shared/api/store-refusal.ts';
import { err, type Result } from '../../../shared/lib/result.ts';
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
  async function answer(
    id: string,
    request: object = {},
    { signal = new AbortController().signal, idempotencyKey = null }: Partial<Caller> = {},
  ): Promise<never> {
    const asked = await answered(id, request, {
      via,
      signal,
      idempotencyKey,
      // Such a key is random, and kept beside nothing that is made of it.
      idSeed: idempotencyKey,
    });
    return asked as never;
  }

  async function answered(
    id: string,
    request: object,
    caller: Caller,
  ): Promise<Result<unknown, ApiError>> {
    const operation = operations[id];
    const handler = handlers[id];
    if (operation === undefined || handler === undefined)
      return err({ code: 'not_found', text: `There is no operation ${id}.` });
    const given = { params: {}, query: {}, body: undefined, ...request };
    const input = readRequest(operation, given);
    if (!input.ok) return input;
    try {
      return await handler(input.value, caller);
    } catch (cause) {
      const refusal = storeRefusal(cause);
      if (refusal !== null) return err(refusal);
      log.error({ err: cause, operation: id, via }, 'request failed');
      return err(INTERNAL_ERROR);
    }
  }

  return {
    call: answer,
    ask(operation, request, options) {
      const [id] = Object.entries(operations).find(([, one]) => one === operation) ?? [''];
      return answer(id, request, options);
    },
  };
}
