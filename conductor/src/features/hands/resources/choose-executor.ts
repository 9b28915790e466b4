import { err, ok, type Result } from '../../../../../shared/lib/result.ts';
import type { CodedError } from '../../../../../shared/model/error-codes.ts';
import type { JsonObject } from '../../../baa/json-value.ts';
import type { Adapter, Executor } from './rows.ts';

/** Executors at a moment. */
export interface ExecutorsNow {
  /** Ids of connected executors, the longest connected first. */
  readonly live: readonly string[];
  /** Executors in `live` that serve the chat. */
  readonly serving: readonly string[];
  /** Browser names by executor id, as `in:"browser:Firefox"` gives them. */
  readonly names: Readonly<Record<string, string>>;
}

/** Executor and adapter that open a resource. */
export interface Chosen {
  readonly executorId: string;
  readonly adapter: Adapter;
  /** Name in a worker's `browsers.json`; null: none of those was named. */
  readonly browserName: string | null;
}

/** Chooses who opens a resource: the browser that serves the chat, before any other that can. */
export function chooseExecutor(
  tool: string,
  args: JsonObject,
  executors: readonly Executor[],
  { live, serving, names }: ExecutorsNow,
): Result<Chosen, CodedError> {
  const here = executors.filter(({ executorId }) => live.includes(executorId));
  const place = typeof args['in'] === 'string' ? args['in'] : '';
  const [, name] = /^browser:(.+)$/.exec(place) ?? [];
  const wanted = adapterOf(tool, args);
  if (wanted === null) {
    const [named] = here.flatMap(({ executorId, capabilities: { browsers = [] } }) =>
      browsers.flatMap((one) => (one.name === place ? [{ ...one, executorId }] : [])),
    );
    if (named === undefined) return err({ code: 'no_executor', text: noneNamed(place, here) });
    const { executorId, adapter, name: browserName } = named;
    return ok({ executorId, adapter, browserName });
  }
  const able = here.filter(
    ({ executorId, capabilities }) =>
      capabilities.adapters.includes(wanted) &&
      (name === undefined || names[executorId]?.toLowerCase() === name.toLowerCase()),
  );
  const [chosen] = able.toSorted(
    (a, b) => Number(serving.includes(b.executorId)) - Number(serving.includes(a.executorId)),
  );
  if (chosen !== undefined)
    return ok({ executorId: chosen.executorId, adapter: wanted, browserName: null });
  return err({ code: 'no_executor', text: whyNone(wanted, name) });
}

/** Returns the adapter that a call needs; null: a browser that a worker has a name for. */
export function adapterOf(tool: string, args: JsonObject): Adapter | null {
  if (tool === 'terminal.open' || tool === 'terminal.start') return 'pty';
  if (tool === 'service.open') return 'process';
  const place = args['in'];
  if (place === 'cdp' || place === 'bidi') return place;
  const isTab = typeof place !== 'string' || place === 'tab' || place.startsWith('browser:');
  return isTab ? 'tab' : null;
}

function noneNamed(place: string, here: readonly Executor[]): string {
  const names = here.flatMap(({ capabilities: { browsers = [] } }) =>
    browsers.map(({ name }) => name),
  );
  const known = names.length === 0 ? '' : `, ${names.join(', ')}`;
  return `No connected worker has a browser called ${place}: "in" is one of tab, cdp, bidi${known}.`;
}

function whyNone(wanted: Adapter, name: string | undefined): string {
  if (wanted !== 'tab') return `No worker that can do ${wanted} is connected.`;
  return name === undefined
    ? "No connected browser has tabs for chats and programs yet. Ask the person to open a page of the site in a browser that is paired with Baton, and to allow the site there, in Baton's popup; then ask again."
    : `No browser called ${name} that can open tabs for a chat is connected.`;
}
