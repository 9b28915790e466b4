import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type {
  CallToolResult,
  ServerNotification,
  ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';

import type { BatonApi, Operations, ResponseOf } from '../../../../shared/api/operations.ts';
import type { Request } from '../../../../shared/api/operation.ts';
import { failure } from './tool-result.ts';

export type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

type CallShown = ResponseOf<'getCall'>;

/** The first wait is short: a client that gives up in it is heard at its end. */
const FIRST_MS = 1_000;
const PIECE_MS = 5_000;

/** Clients give up after a minute, as a rule: before that they are told how to go on. */
const LONGEST_MS = 45_000;

const ENDED: readonly CallShown['status'][] = ['succeeded', 'failed', 'unknown'];

/**
 * Asks for a call, or goes on with one, and waits for its end in pieces; says in between that it does. A client that gives
 * up a call that it asked for cancels it: what it no longer waits for must not happen behind its back.
 */
export async function waitForCall(
  api: BatonApi,
  asked:
    | Omit<Request<Operations['runCall']>, 'query'>
    | { readonly call: string; readonly session: string },
  { signal, sendNotification, _meta }: Extra,
): Promise<CallToolResult | CallShown> {
  const startedAt = Date.now();
  const begun =
    'call' in asked
      ? await api.call('getCall', { params: { id: asked.call }, query: { wait: 0 } })
      : await api.call('runCall', { ...asked, query: { wait: FIRST_MS } });
  if (!begun.ok) return failure(begun.error);
  // guard: clients-own-calls
  if ('call' in asked && begun.value.chat_session_id !== asked.session)
    return failure({ code: 'not_found', text: `There is no call ${asked.call} of yours.` });
  let call = begun.value;
  const id = call.call_id;
  while (!ENDED.includes(call.status)) {
    if (signal.aborted && !('call' in asked)) await api.call('cancelCall', { params: { id } });
    const passed = Date.now() - startedAt;
    if (signal.aborted || passed >= LONGEST_MS) return call;
    if (_meta?.progressToken !== undefined && passed >= PIECE_MS) {
      const seconds = Math.round(passed / 1_000);
      await sendNotification({
        method: 'notifications/progress',
        params: {
          progressToken: _meta.progressToken,
          progress: seconds,
          total: LONGEST_MS / 1_000,
          message: `${call.status}, ${seconds} s`,
        },
      });
    }
    const wait = Math.min(PIECE_MS, LONGEST_MS - passed);
    const waited = await api.call('getCall', { params: { id }, query: { wait } }, { signal });
    if (!waited.ok && !signal.aborted) return failure(waited.error);
    if (waited.ok) call = waited.value;
  }
  return call;
}
