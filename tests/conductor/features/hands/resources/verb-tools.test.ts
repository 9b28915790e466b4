import { expect, it } from 'vitest';

import { createVerbTools } from '../../../../../conductor/src/features/hands/resources/verb-tools.ts';

const none = { adapters: () => new Set() } as unknown as Parameters<typeof createVerbTools>[0];

it('says what lets a chat have pages that nobody can give it', async () => {
  expect(await createVerbTools(none).toolsOf('browser')).toMatchObject({
    ok: false,
    error: {
      code: 'no_executor',
      text: expect.stringContaining('allow a first site in Baton') as string,
    },
  });
});

it('knows terminals before any worker ran, which the first call starts, and offers them to nobody', async () => {
  const tools = createVerbTools(none);
  expect(await tools.toolsOf('terminal')).toMatchObject({ ok: true });
  expect(await tools.toolsOf('service')).toMatchObject({ ok: true });
  expect(tools.targets()).toEqual([]);
});
