import { readFile } from 'node:fs/promises';

import { expect, it } from 'vitest';

import {
  type ActionReport,
  composeResults,
  malformedOutcome,
} from '../../../../conductor/src/domain/baa/compose-results.ts';
import { parseActions } from '../../../../conductor/src/domain/baa/parse-actions.ts';
import { BUILT_IN_TOOLS } from '../../../../conductor/src/tools/built-in/built-in-tools.ts';
import { createToolRegistry } from '../../../../conductor/src/tools/tool-registry.ts';

const document = await readFile(
  new URL('../../../../docs/protocol/baa.md', import.meta.url),
  'utf8',
);

it('the example of docs/protocol/baa.md is answered as it says', async () => {
  const [reply, message] = [...document.matchAll(/^````\w+\n(.*?)\n````$/gms)].map(
    ([, inside = '']) => inside,
  );
  if (reply === undefined || message === undefined) throw new Error('the example is not there');
  const registry = createToolRegistry(BUILT_IN_TOOLS);
  const context = {
    conversationKey: 'playground/1',
    now: () => Date.UTC(2026, 10, 20, 1, 30),
    conversationStatus: () => Promise.reject(new Error('not asked for here')),
  };
  const reports: ActionReport[] = [];
  for (const action of parseActions(reply)) {
    const { position } = action;
    reports.push(
      action.ok
        ? {
            position,
            name: `${action.target}::${action.tool}`,
            outcome: await registry.run(action, context),
          }
        : { position, name: null, outcome: malformedOutcome(action) },
    );
  }
  expect(composeResults('k3f9', reports)).toBe(message);
});

it('docs/protocol/baa.md holds no action outside of its example', () => {
  expect(parseActions(document)).toEqual([]);
});

it.each(BUILT_IN_TOOLS.map(({ id }) => id))('docs/protocol/baa.md names @%s', (id) => {
  expect(document).toContain(`\`@${id}\``);
});
