import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSER_NAMES } from '../../../launcher/find-browser.ts';
import { type LabServer, startLabServer } from '../../kit/composer-pages/lab-server.ts';
import { type Lab, openLab } from '../../kit/composer-pages/lab.ts';
import type { ComposerPageWindow } from '../../kit/composer-pages/chat-app.ts';

const TEXTS: Readonly<Record<string, string>> = {
  'one line': 'Hello there.',
  'code fences':
    'Run this:\n\n```ts\nconst a = "b";\n  if (a) {\n    go();\n  }\n```\nDone -- really.',
  JSON: '{"path":"notes.md","quote":"it\'s \\"fine\\"","list":[1,2,3]}\n- not a list\n# not a heading',
  'leading and repeated spaces': '  two before\n    four before\ninside  two   three\n\tand a tab',
  'blank lines': 'first\n\n\nafter two blank ones\n\nlast',
  'emoji and CJK': '日本語のテキスト 👩‍👩‍👧‍👦 🎉\n中文，标点。\n한국어',
  markup: '<b>not bold</b> &amp; <script>alert(1)</script>\n&nbsp;<p>no paragraph</p>',
  '12 kB': Array.from(
    { length: 300 },
    (_, line) => `${line}: "value ${line}", ${'x'.repeat(28)}`,
  ).join('\n'),
  typography: 'He said "so" -- and *then*\n\n"quoted"\nan *end*\n-- and "more" of "it"',
  'one long line': '0123456789'.repeat(1_000) + '👍'.repeat(500),
};

const EDITORS = [
  'textarea',
  'controlled',
  'prosemirror',
  'prosemirror&strict',
  'lexical',
  'lexical&strict',
  'plain',
  'shadow',
  'corrected',
  'typography',
  'collapsing',
  'pasting',
  'shadow-collapsing',
  'shadow-pasting',
];

describe.for(BROWSER_NAMES)('putting text into a composer in %s', (name) => {
  let lab: Lab;
  let server: LabServer;

  beforeAll(async () => {
    server = await startLabServer();
    lab = await openLab(name);
  });
  afterAll(async () => {
    await lab?.close();
    await server?.close();
  });

  test.for(EDITORS)('the page would send exactly what was put into a %s', async (editor) => {
    const page = await lab.open(`${server.origin}/c/compose-1?editor=${editor}`);
    for (const [label, text] of Object.entries(TEXTS)) {
      const outcome = await page.call({ act: 'insert', text });
      expect(outcome, label).toMatchObject({ inserted: true });
      expect(
        await page.page.evaluate(() => (window as ComposerPageWindow).lab?.editor.text()),
        label,
      ).toBe(text);
      expect(await page.call({ act: 'clear' }), label).toEqual({ cleared: true, text: '' });
    }
    await page.page.close();
  });
});
