import { describe, expect, test } from 'vitest';
import { runEntry } from '../kit/run-entry.ts';
import { SAMPLED_BROWSERS } from '../kit/samples.ts';

describe.for(SAMPLED_BROWSERS)('npm start in %s', (browser) => {
  test('--once closes the circle, every message exactly once, and says so as JSON', async () => {
    const args = ['--once', '--json', '--headless', '--browser', browser];
    args.push('--agent', 'time');
    const { code, stdout, stderr } = await runEntry('launcher/main.ts', args);
    expect({ code, stdout, stderr }).toMatchObject({ code: 0 });
    expect(JSON.parse(stdout)).toEqual({
      ok: true,
      browser,
      jobs: { finalized: 3, failed: 0 },
      site_messages: 4,
      duplicates: 0,
      // The chat served as its model, by one delivery for each step.
      agent: {
        agent_id: 'time',
        status: 'succeeded',
        calls: ['conductor::time'],
        reply: expect.stringContaining('It is 20'),
        ok: true,
      },
    });
    expect(stderr).toContain('The circle closed');
  });
});
