import type { Reader } from '../../engine/query.ts';
import type { Clock, Store } from '../../engine/runtime.ts';
import { cancelCall } from './steps/cancel-call.ts';

/** Of a program's call that was written down and not yet judged nobody goes on with; those of chats go on with their actions. */
export async function cancelUnjudged({
  store,
  read,
  now,
}: {
  readonly store: Store;
  readonly read: Reader;
  readonly now: Clock;
}): Promise<void> {
  const reason = 'Baton ended before it was judged.';
  const actor = 'conductor';
  for (const call of await read.one({ query: 'unfinishedCalls', chatSessionId: null })) {
    if (call.status !== 'proposed' || call.caller === 'instruction') continue;
    await store.run(cancelCall, { callId: call.callId, actor, reason, now: now() });
  }
}
