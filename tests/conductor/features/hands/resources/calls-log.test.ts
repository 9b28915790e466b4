import { expect, it } from 'vitest';

import { resourceWorld, SITE } from '../../../../kit/resource-world.ts';

/** As pino numbers it: what is said above it is said to everybody. */
const DEBUG = 20;

it('AC4: calls are told in the log at debug alone, whether they succeed or fail', async () => {
  const { conductor, session, run } = await resourceWorld();
  const id = await session();
  await run(id, 'browser.ensure', { url: `${SITE}/a` });
  const before = conductor.log.length;
  for (const [verb, args] of [
    ['snapshot', {}],
    ['extract', {}],
    ['click', { ref: 'e1' }],
    ['switchTab', { index: 0 }],
    ['switchTab', { tab: 99 }],
    ['closeTab', {}],
  ] as const)
    await run(id, `browser.${verb}`, args);
  const said = conductor.log.slice(before);
  expect(said).not.toEqual([]);
  expect(said.filter(({ level }) => Number(level) > DEBUG)).toEqual([]);
});
