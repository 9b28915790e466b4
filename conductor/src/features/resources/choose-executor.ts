import { err, ok, type Result } from '../../../../shared/lib/result.ts';
import type { CodedError } from '../../../../shared/model/error-codes.ts';
import type { JsonObject } from '../../baa/json-value.ts';
import type { Adapter, Executor } from './rows.ts';

/** Which executors there are at a moment. */
export interface ExecutorsNow {
  /** Connected, the longest first. */
  readonly live: readonly string[];
  /** Of these, those that serve the chat. */
  readonly serving: readonly string[];
  /** By browser name, as `in:"browser:Firefox"` says it. */
  readonly names: Readonly<Record<string, string>>;
}

/** Who opens it: the browser that serves the chat, before any other that can. */
export function chooseExecutor(
  tool: string,
  args: JsonObject,
  executors: readonly Executor[],
  { live, serving, names }: ExecutorsNow,
): Result<{ readonly executorId: string; readonly adapter: Adapter }, CodedError> {
  const wanted = adapterOf(tool, args);
  const where = typeof args['in'] === 'string' ? args['in'] : '';
  const [, name] = /^browser:(.+)$/.exec(where) ?? [];
  const able = executors.filter(
    ({ executorId, capabilities }) =>
      live.includes(executorId) &&
      capabilities.adapters.includes(wanted) &&
      (name === undefined || names[executorId]?.toLowerCase() === name.toLowerCase()),
  );
  const [chosen] = able.toSorted(
    (a, b) => Number(serving.includes(b.executorId)) - Number(serving.includes(a.executorId)),
  );
  if (chosen !== undefined) return ok({ executorId: chosen.executorId, adapter: wanted });
  return err({ code: 'no_executor', text: whyNone(wanted, name) });
}

/** What it takes to do that. */
export function adapterOf(tool: string, args: JsonObject): Adapter {
  if (tool === 'terminal.open') return 'pty';
  if (tool === 'service.open') return 'process';
  const where = args['in'];
  return where === 'cdp' || where === 'bidi' ? where : 'tab';
}

function whyNone(wanted: Adapter, name: string | undefined): string {
  if (wanted !== 'tab') return `No worker that can do ${wanted} is connected.`;
  return name === undefined
    ? 'No browser that can open tabs for a chat is connected: start one that is paired with Baton.'
    : `No browser called ${name} that can open tabs for a chat is connected.`;
}
