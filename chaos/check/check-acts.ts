import { actIn } from '../site/site-log.ts';
import type { CallRow } from './store-rows.ts';

/** How a call ends of which nobody claims to know whether it was done. */
const UNSURE = new Set(['outcome_unknown', 'dialog_open']);

export interface ActsVerdict {
  /** Acts that came more than once. */
  readonly repeated: readonly string[];
  /** Acts of which something else was said than what pages and files counted. */
  readonly untrue: readonly string[];
  /** Calls that have not ended. */
  readonly open: readonly string[];
}

/**
 * Judges what programs had done by what pages and files counted. A pure function.
 *
 * @param came What bears an act's name, in the order in which it came.
 */
export function checkActs(came: readonly string[], calls: readonly CallRow[]): ActsVerdict {
  const counted = Map.groupBy(
    came.map((text) => actIn(text) ?? text),
    (act) => act,
  );
  const known = new Set(calls.map(({ args_json }) => actIn(args_json)));
  return {
    repeated: [...counted].filter(([, times]) => times.length > 1).map(([act]) => act),
    untrue: [
      ...[...counted.keys()].filter((act) => !known.has(act)).map((act) => `${act}: nobody asked`),
      ...calls.flatMap((call) => {
        const act = actIn(call.args_json);
        const times = act === null ? null : (counted.get(act)?.length ?? 0);
        return times === null || isTrue(call, times)
          ? []
          : [`${act}: ${call.status} ${call.error_code ?? ''}, and done ${times} times`];
      }),
    ],
    open: calls
      .filter(({ status }) => !ENDED.has(status))
      .map(({ call_id, tool, status }) => `call ${call_id} (${tool}): still ${status}`),
  };
}

const ENDED = new Set(['succeeded', 'failed', 'unknown']);

function isTrue({ status, error_code }: CallRow, times: number): boolean {
  if (status === 'succeeded') return times === 1;
  if (status === 'unknown' || UNSURE.has(error_code ?? '')) return times <= 1;
  return status !== 'failed' || times === 0;
}
