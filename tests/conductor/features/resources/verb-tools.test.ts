import { expect, it } from 'vitest';

import { createVerbTools } from '../../../../conductor/src/features/resources/verb-tools.ts';

it.each([
  ['browser', 'allow a first site in Baton'],
  ['terminal', 'No worker with a terminal'],
])('says what lets a chat have a %s that nobody can give it', async (target, text) => {
  const none = { adapters: () => new Set() } as unknown as Parameters<typeof createVerbTools>[0];
  expect(await createVerbTools(none).toolsOf(target)).toMatchObject({
    ok: false,
    error: { code: 'no_executor', text: expect.stringContaining(text) as string },
  });
});
