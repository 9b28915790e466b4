import { readFile } from 'node:fs/promises';

import { expect, it } from 'vitest';

import {
  type ActionReport,
  composeResults,
  malformedOutcome,
} from '../../../conductor/src/baa/compose-results.ts';
import { parseActions } from '../../../conductor/src/baa/parse-actions.ts';
import {
  createBuiltInTools,
  createConversationTools,
} from '../../../conductor/src/features/heart/actions/tools/built-in/built-in-tools.ts';
import { paramsSignature } from '../../../conductor/src/features/heart/actions/tools/params-signature.ts';
import { createToolRegistry } from '../../../conductor/src/features/heart/actions/tools/tool-registry.ts';
import { callContext } from '../../kit/call-context.ts';
import { manualOf } from '../../kit/manual-of.ts';

const document = await readFile(new URL('../../../docs/protocol/baa.md', import.meta.url), 'utf8');

const unused = () => Promise.reject(new Error('not asked for here'));

const registry = createToolRegistry([
  createBuiltInTools(manualOf([]), { list: unused, readSlice: unused }),
  createConversationTools(
    { list: unused, send: unused, waitForFinal: unused },
    { maxDepth: () => 4, longestWaitMs: 60_000 },
  ),
]);

const targets = await Promise.all(registry.targets().map((target) => registry.toolsOf(target)));

const tools = targets.flatMap((found) => (found.ok ? found.value : []));

it('the example of docs/protocol/baa.md is answered as it says', async () => {
  const [reply, message] = [...document.matchAll(/^````\w+\n(.*?)\n````$/gms)].map(
    ([, inside = '']) => inside,
  );
  if (reply === undefined || message === undefined) throw new Error('the example is not there');
  const context = {
    ...callContext({ now: () => Date.UTC(2026, 10, 20, 1, 30) }),
    progress: () => undefined,
  };
  const reports: ActionReport[] = [];
  for (const action of parseActions(reply)) {
    const { position } = action;
    const id = `r.${position}`;
    if (!action.ok) {
      reports.push({ position, name: null, id, outcome: malformedOutcome(action) });
      continue;
    }
    const found = await registry.find(action.target, action.tool);
    const outcome = found.ok
      ? await registry.run(found.value, action.params, context)
      : { ok: false as const, ...found.error };
    reports.push({ position, name: `${action.target}::${action.tool}`, id, outcome });
  }
  expect(composeResults('k3f9', reports)).toBe(message);
});

it('docs/protocol/baa.md holds no action outside of its example', () => {
  expect(parseActions(document)).toEqual([]);
});

it.each(tools)('docs/protocol/baa.md names @$id with its params', ({ id, paramsSchema }) => {
  const row = document.split('\n').find((line) => line.startsWith(`| \`@${id}\` `));
  const signature = paramsSignature(paramsSchema);
  expect(row?.split('|')[2]?.trim()).toBe(signature === '' ? '' : `\`${signature}\``);
});
