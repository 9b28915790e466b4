import { CALL_OF_PART } from '../../../../../../shared/model/completeness.ts';
import { type JsonObject } from '../../../../baa/json-value.ts';
import type { FoundAction } from '../../../heart/actions/feature.ts';
import { type IgnoredWhy, readToolLine } from '../lines/tool-line.ts';

/** A call that a program asked for by a line. */
export interface LineCall {
  /** The program's own; null: it is only told what is wrong. */
  readonly externalId: string;
  readonly payloadHash: string;
  readonly method: string;
  readonly action: FoundAction;
}

/** Lines that were seen and not run, by why. */
export type IgnoredLines = Readonly<Partial<Record<IgnoredWhy, number>>>;

const TARGET = 'run';

/** As many as one reply of a chat may hold. */
const MAX_CALLS = 64;

/** Other names of params, as upstream programs write them. */
const ALIASES: Readonly<Record<string, string>> = { sessionId: 'tabId', configId: 'templateId' };

/**
 * The calls that stand in what a program said, each id once: lines without its key are echoes or quotes, and those that
 * were read before were drawn again.
 *
 * @param known The hash of the call of that id that was read before.
 */
export function lineCalls(
  text: string,
  key: string,
  known: ReadonlyMap<string, string>,
): { readonly calls: readonly LineCall[]; readonly ignored: IgnoredLines } {
  const seen = new Map(known);
  const calls: LineCall[] = [];
  const told = new Set<string>();
  const ignored: Partial<Record<IgnoredWhy, number>> = {};
  for (const line of text.split('\n')) {
    if (calls.length === MAX_CALLS) break; // guard: program-calls-few
    const reading = readToolLine(line, { key, known: (id) => seen.get(id) }); // guard: line-once
    switch (reading.kind) {
      case 'other':
        break;
      case 'ignored':
        if (reading.why !== 'repeated') ignored[reading.why] = (ignored[reading.why] ?? 0) + 1;
        break;
      case 'duplicate_id': {
        if (told.has(reading.id)) break;
        told.add(reading.id);
        const why = `The id ${reading.id} was used for another call. Take one that is new.`;
        calls.push({
          externalId: reading.id,
          payloadHash: '',
          method: '',
          action: { ok: false, error: { code: 'duplicate_id', text: why } },
        });
        break;
      }
      case 'call': {
        const { id, method, params, payloadHash } = reading.call;
        seen.set(id, payloadHash);
        calls.push({ externalId: id, payloadHash, method, action: actionOf(method, params) });
        break;
      }
    }
  }
  return { calls, ignored };
}

/** Without a hash its id is not kept, so that it can be said again. */
export function notMade(call: LineCall): LineCall {
  return { ...call, payloadHash: '', action: { ok: false, error: CALL_OF_PART } };
}

/** A program asks of its run alone, whatever target it writes. */
function actionOf(method: string, params: JsonObject): FoundAction {
  const tool = method.replace(/^run::/, '');
  const entries = Object.entries(params)
    // Its run is the one that it works for.
    .filter(([name]) => name !== 'runId')
    .map(([name, value]) => [ALIASES[name] ?? name, value] as const);
  const paramsJson = JSON.stringify(Object.fromEntries(entries));
  return { ok: true, target: TARGET, tool, paramsJson };
}
