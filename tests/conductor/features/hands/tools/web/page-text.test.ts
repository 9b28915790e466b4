import fc from 'fast-check';
import { expect, test } from 'vitest';

import { NoPage } from '../../../../../../conductor/src/features/hands/tools/web/no-page.ts';
import { pageText } from '../../../../../../conductor/src/features/hands/tools/web/page-text.ts';
import { textOf } from '../../../../../../conductor/src/features/hands/tools/web/text-of.ts';
import { timedUntil } from '../../../../../kit/timed.ts';

const BASE = new URL('https://shop.example/tea/');

const read = (html: string, base = BASE) => pageText(html, base, new AbortController().signal);

test('a page is read as a person would, with its headings, lists, tables and addresses', async () => {
  const html = `<!doctype html><html><head><title> Tea &amp;
    more </title><style>p{}</style></head><body><h1>Teas</h1>
    <p>We sell <b>green</b>  and <a href="black?x=1">black tea</a>.<br>Both are good.</p>
    <ul><li>One</li><li><a href="#top">Two</a></li><li></li></ul>
    <table><tr><td>Sencha</td><td>5 €</td></tr></table>
    <pre>a
  b</pre><img src="x.png" alt="A pot"><a href="javascript:alert(1)">Buy</a></body></html>`;
  expect(await read(html)).toEqual({
    title: 'Tea & more',
    text: [
      '# Teas',
      '',
      'We sell green and black tea (https://shop.example/tea/black?x=1).',
      'Both are good.',
      '',
      '- One',
      '',
      '- Two',
      '',
      '| Sencha | 5 €',
      '',
      'a',
      '  b',
      '[A pot]Buy',
    ].join('\n'),
  });
});

test('nothing is read of scripts, of what the page hides, or of characters that nobody sees', async () => {
  const html = `<p>Seen<script>no1</script><style>no2</style><noscript>no3</noscript></p>
    <div hidden>no4<p>no5</div><p style="color:red; Display : none">no6</p><i aria-hidden="true">no7</i>
    <template><p>no8</p></template><svg><text>no9</text></svg><!-- no10 -->
    <p>also\u200B se\u{E0041}en<br hidden>\u202E.</p>`;
  expect((await read(html)).text).toBe('Seen\n\nalso seen.');
});

test('a page that is nested to keep its reader busy is not read to its end', async () => {
  const html = '<i>'.repeat(500_000) + '</b>'.repeat(500_000);
  const { tookMs } = await timedUntil(() => expect(read(html)).rejects.toThrow(NoPage));
  expect(tookMs).toBeLessThan(2_000);
});

test('a page of many links is not told with its own long address a hundred thousand times', async () => {
  const base = new URL(`https://shop.example/${'tea'.repeat(5_000)}/`);
  await expect(read('<a href=?>y</a>'.repeat(20_000), base)).rejects.toThrow('too long to be read');
});

test('others have their turn while a page is read that keeps its reader busy', async () => {
  const reading = read('<div>'.repeat(900) + '</b>'.repeat(100_000));
  const turns: string[] = [];
  setImmediate(() => turns.push('other'));
  await reading.then(() => turns.push('read'));
  expect(turns).toEqual(['other', 'read']);
});

test('whatever a page is made of, its text holds no markup of it, and is found', async () => {
  const bits = fc.constantFrom(
    '<p>',
    '</p>',
    '<a href="/x">',
    '</a>',
    '<script>',
    '</script>',
    '<br/>',
    '<li>',
    '<div hidden>',
    '</div>',
    '<pre>',
    '<![CDATA[',
    '<!--',
    '-->',
    '&lt;',
    'word',
    '\n',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(bits, { maxLength: 60 }), async (parts) => {
      const { text } = await read(parts.join(''));
      expect(text).not.toMatch(/<(?:p|a|script|div|pre)[ >]/);
      expect((await read(`<p>before</p>${parts.join('')}`)).text).toMatch(/^before/);
    }),
    { numRuns: 300 },
  );
});

test('a page is read in the encoding that its server or it names', () => {
  const latin = Buffer.from('Grün', 'latin1');
  expect(textOf(latin, 'text/html; charset=iso-8859-1')).toBe('Grün');
  expect(textOf(Buffer.concat([Buffer.from('<meta charset="latin1">'), latin]), '')).toMatch(
    /Grün$/,
  );
  expect(textOf(Buffer.from('绿茶'), 'text/plain; charset=nothing')).toBe('绿茶');
});
