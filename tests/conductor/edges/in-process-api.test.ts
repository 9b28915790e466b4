import { expect, it } from 'vitest';

import type { Log } from '../../../conductor/src/engine/runtime.ts';
import { NotCommitted } from '../../../conductor/src/engine/step.ts';
import { createInProcessApi } from '../../../conductor/src/edges/in-process-api.ts';
import { type BatonApi, operations } from '../../../shared/api/operations.ts';
import { runConductor } from '../../kit/running-conductor.ts';

/** All that is asked of it fails so; what it logs as an error is kept. */
function failing(cause: Error): { readonly api: BatonApi; readonly errors: object[] } {
  const errors: object[] = [];
  const log: Log = {
    debug: () => undefined,
    info: () => undefined,
    warn: () => undefined,
    error: (fields) => void errors.push(fields),
  };
  const handlers = { listConversations: () => Promise.reject(cause) };
  return { api: createInProcessApi(operations, handlers, 'mcp', log), errors };
}

it('what fails inside is told as over HTTP, and logged', async () => {
  const cause = new Error('no such column: secret');
  const { api, errors } = failing(cause);
  expect(await api.call('listConversations', { query: {} })).toEqual({
    ok: false,
    error: { code: 'internal', text: 'The conductor failed on this request; see its log.' },
  });
  expect(errors).toEqual([{ err: cause, operation: 'listConversations', via: 'mcp' }]);
});

it('what cannot be kept now is a refusal, and no fault', async () => {
  const { api, errors } = failing(new NotCommitted('The disk is full.', { code: 'disk_full' }));
  expect(await api.call('listConversations', { query: {} })).toEqual({
    ok: false,
    error: { code: 'disk_full', text: 'The disk is full.' },
  });
  expect(errors).toEqual([]);
});

it('a request is refused in the words of HTTP', async () => {
  const conductor = await runConductor();
  const { api } = failing(new Error('It was let through.'));
  for (const [query, path] of [
    [{ colour: 'red' }, '/v1/conversations?colour=red'],
    [{ limit: 0 }, '/v1/conversations?limit=0'],
    [{ mode: 'asleep' }, '/v1/conversations?mode=asleep'],
  ] as const) {
    const problem = (await (await conductor.admin('GET', path)).json()) as Record<string, unknown>;
    const { code, detail: text, field } = problem;
    expect(await api.call('listConversations', { query } as never)).toEqual({
      ok: false,
      error: { code, text, field },
    });
  }
});
