import { expect, test } from 'vitest';

import { programWorld } from '../../../../kit/program-world.ts';

test('nobody but Baton starts a program in a terminal, or types by its way', async () => {
  const runs = await programWorld({});
  const { chat_session_id: id } = await runs.ask<{ chat_session_id: string }>(
    'POST',
    '/v1/sessions',
    { label: 'a program' },
  );
  for (const tool of ['terminal.start', 'terminal.say', 'terminal.heard'])
    expect(
      await runs.ask('POST', `/v1/sessions/${id}/calls?wait=1000`, {
        tool,
        args: { command: 'sh', args: [], env: [], cwd: '/tmp' },
        judge: false,
      }),
    ).toMatchObject({ code: 'unknown_tool' });
});
