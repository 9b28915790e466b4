import * as z from 'zod';

import {
  defineTool,
  textResult,
  type Tool,
} from '../../conductor/src/features/heart/actions/tools/tool.ts';

export interface StagedTools {
  readonly tools: readonly Tool[];
  /** Names of the calls, in the order in which they began. */
  readonly begun: string[];
  readonly ended: string[];
  /** Names of calls that were told to stop. */
  readonly aborted: string[];
  /** Resolves when so many calls have begun. */
  readonly untilBegun: (count: number) => Promise<void>;
  /** Lets the call of that name end. */
  readonly finish: (name: string) => void;
}

/**
 * `test::look` changes nothing, `test::change` does, `test::again` does and may be repeated, `test::wait` waits for others.
 * Each runs until the test lets it end, or it is aborted, which `deaf` ones do not hear.
 */
export function stagedTools(): StagedTools {
  const begun: string[] = [];
  const ended: string[] = [];
  const aborted: string[] = [];
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const watchers = new Set<() => void>();
  const gate = (name: string): PromiseWithResolvers<void> => {
    const found = gates.get(name) ?? Promise.withResolvers<void>();
    gates.set(name, found);
    return found;
  };
  const staged = (
    name: string,
    traits: { readOnly?: boolean; idempotent?: boolean; waits?: boolean; risk?: Tool['risk'] },
  ): Tool =>
    defineTool({
      id: `test::${name}`,
      params: z.strictObject({ name: z.string(), deaf: z.boolean().optional() }),
      risk: 'low',
      help: 'Waits for the test.',
      ...traits,
      run: async ({ name: call, deaf = false }, { signal }) => {
        begun.push(call);
        for (const watch of watchers) watch();
        const stopped = Promise.withResolvers<void>();
        signal.addEventListener('abort', () => {
          aborted.push(call);
          if (!deaf) stopped.reject(new Error('stopped'));
        });
        await Promise.race([gate(call).promise, stopped.promise]);
        ended.push(call);
        return textResult(`${call} done`);
      },
    });

  return {
    tools: [
      staged('look', { readOnly: true }),
      staged('change', {}),
      staged('again', { idempotent: true }),
      staged('wait', { idempotent: true, waits: true }),
      staged('ask', { risk: 'medium' }),
    ],
    begun,
    ended,
    aborted,
    async untilBegun(count) {
      while (begun.length < count) {
        const { promise, resolve } = Promise.withResolvers<void>();
        watchers.add(resolve);
        await promise;
        watchers.delete(resolve);
      }
    },
    finish: (name) => gate(name).resolve(),
  };
}
