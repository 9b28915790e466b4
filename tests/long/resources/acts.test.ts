import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { SnapshotResult } from '../../../extension/messages/resource-messages.ts';
import { BROWSER_NAMES } from '../../../launcher/find-browser.ts';
import { ACT_CASES, actAsTold } from '../../kit/resource-pages/act-cases.ts';
import { openResourceLab, type ResourceLab } from '../../kit/resource-pages/resource-lab.ts';

const EDITOR = new URL('../../kit/resource-pages/editor-entry.ts', import.meta.url).pathname;

describe.for(BROWSER_NAMES)('acts in a page of %s', (name) => {
  let lab: ResourceLab;

  beforeAll(async () => {
    lab = await openResourceLab(name);
  });
  afterAll(() => lab?.close());

  test.for(ACT_CASES)('$fact', async (each) => {
    await actAsTold(await lab.open(each.html), each);
  });

  test('a person who uses the page is waited for, and what they wrote is not replaced', async () => {
    const page = await lab.open('<input><button onclick="this.title = 1">A</button>');
    await page.run({ verb: 'snapshot', args: {} });
    await page.page.type('input', 'mine');
    const args = { selector: 'button', timeout_ms: 100 };
    expect(await page.run({ verb: 'click', args })).toMatchObject({ error_code: 'person_active' });
    const began = performance.now();
    await page.get({ verb: 'click', args: { selector: 'button', timeout_ms: 10_000 } });
    expect(performance.now() - began).toBeGreaterThan(1_500);
    const typed = { selector: 'input', text: 'theirs' };
    expect(await page.run({ verb: 'type', args: typed })).toMatchObject({
      error_code: 'draft_present',
    });
    await page.get({ verb: 'type', args: { ...typed, replace: false } });
    expect(await page.page.$eval('input', (field) => field.value)).toBe('minetheirs');
  });

  test('what is waited for is met, or it is said what is there', async () => {
    const page = await lab.open(`<p>Loading</p><script>setTimeout(() => {
      document.body.innerHTML = '<h1>Ready</h1>'; history.replaceState(0, '', '#done'); }, 100)</script>`);
    for (const args of [
      { text: 'ready' },
      { gone: 'Loading' },
      { url: '#done' },
      { selector: 'h1' },
    ]) {
      expect(await page.get({ verb: 'waitFor', args })).toMatchObject({ met: true });
    }
    expect(await page.get({ verb: 'waitFor', args: { idle: true } })).toMatchObject({ met: true });
    expect(
      await page.run({ verb: 'waitFor', args: { text: 'never', timeout_ms: 50 } }),
    ).toMatchObject({ error_code: 'wait_timeout' });
  });

  test('editors of chat pages hold exactly what is typed', async () => {
    const bundled = await build({ entryPoints: [EDITOR], bundle: true, write: false });
    const script = bundled.outputFiles[0]?.text ?? '';
    const text = 'First line\n  and **another**\n\nlast';
    for (const kind of ['lexical', 'prosemirror', 'controlled', 'plain', 'shadow']) {
      const page = await lab.open('<body></body>');
      await page.page.evaluate(script);
      await page.page.evaluate((wanted) => window.mountEditor?.(wanted), kind);
      const { lines } = await page.get<SnapshotResult>({ verb: 'snapshot', args: {} });
      expect.soft(lines, kind).toEqual(['e1 textbox']);
      for (const typed of ['before', text]) {
        await page.get({ verb: 'type', args: { ref: 'e1', text: typed } });
      }
      expect.soft(await page.page.evaluate(() => window.editorText?.()), kind).toBe(text);
    }
  });
});
