import { describe, expect, test } from 'vitest';
import { BROWSER_NAMES } from '../../launcher/find-browser.ts';
import { runEntry } from '../support/run-entry.ts';

describe.for(BROWSER_NAMES)('npm start in %s', (browser) => {
  test('--once closes the circle, every message exactly once, and says so as JSON', async () => {
    const args = ['--once', '--json', '--headless', '--browser', browser];
    const { code, stdout, stderr } = await runEntry('launcher/main.ts', args);
    expect({ code, stdout, stderr }).toMatchObject({ code: 0 });
    expect(JSON.parse(stdout)).toEqual({
      ok: true,
      browser,
      jobs: { finalized: 3, failed: 0 },
      site_messages: 4,
      duplicates: 0,
    });
    expect(stderr).toContain('The circle closed');
  });
});
