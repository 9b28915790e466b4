import fc from 'fast-check';

/** Written in rows, for the eye. */
const pieces = (...rows: readonly string[]): string[] => rows.flatMap((row) => row.split('¦'));

/** Indents, quotes and list marks of a line; several in a row. */
const PREFIXES = pieces(
  '¦¦¦ ¦  ¦   ¦    ¦     ¦\t¦ \t¦> ¦>¦>\t¦ > ¦   >',
  '- ¦* ¦+\t¦-¦-     ¦1. ¦1) ¦2. ¦01. ¦10)\t¦1234567890. ¦  - ',
);

const FENCES = pieces(
  '```¦````¦~~~¦~~~~~¦``¦~~¦```baa¦```baa¦~~~baa¦````baa¦``` baa x¦~~~ baa ```¦```baa ~~~¦```baa `¦```js¦~~~js',
  '```\tbaa\t¦``` baa\u00A0¦```ba&#97;¦```b\\aa¦```baa&nbsp;¦```baa\\¦```   ¦~~~ ¦```baa\u000B¦```baa\u000C',
);

const HTML = pieces(
  '<div>¦</div>¦<div¦<details open>¦<summary>x</summary>¦<h1>¦</h7>¦<search>¦<think>¦</think>¦<b>¦</b>¦<b¦<b >¦<b/>',
  `<b a>¦<b a='x'>¦<b a="x" c = d/>¦<b a=">¦<b a="x"c>¦<b><i>¦<b> x¦</b >¦</ b>¦<b a=\`x\`>¦<1>¦<b:c>¦<b-c>`,
  '<!--¦-->¦<!-- x -->¦<!-->¦<!--->¦--¦<?¦?>¦<?x?>¦<!X¦<!x>¦<!¦>¦<![CDATA[¦]]>¦<![cdata[¦<http://x.y>¦<a@b.c>',
  '<pre>¦</pre>¦<pre¦<pre/>¦<script a¦</script>¦<style>¦</style>¦<textarea>¦</textarea>¦<PRE>¦<DIV>',
);

const DEFINITIONS = pieces(
  `[a]: /b¦[a]:¦/b¦[a]: /b "c"¦[a]: /b "c¦d"¦[a]: <b> 'c'¦[a]: <b¦[a]: b (c)¦[a¦b]: /c¦[a]: /b c¦"title"¦'title'`,
  '(title)¦[]: /b¦[a\\]: /b¦[a]: b(c¦[a] : b¦[a]: <>¦[ ]: b¦[a]: b\\¦"t" x¦[^a]: b¦[a]: /b(c(d))¦[a]: <b>c¦[a[]: b',
);

const LEAVES = pieces(
  '¦¦¦ ¦\t¦@a::b¦@a::b::{"c":"d"}¦text¦more *text*¦`code¦``¦===¦=¦---¦--¦-¦- - -¦***¦* * *¦___¦_ _ _¦-\t-\t-¦=== =',
  '# h¦#¦#h¦####### h¦## h ##¦    code¦\tcode¦1.¦*¦+¦\\¦&lt;div>¦\u00A0¦\u000C¦\u2028',
);

const line = fc
  .tuple(
    fc.array(fc.constantFrom(...PREFIXES), { maxLength: 3 }),
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...FENCES) },
      { weight: 4, arbitrary: fc.constantFrom(...LEAVES) },
      { weight: 3, arbitrary: fc.constantFrom(...HTML) },
      { weight: 2, arbitrary: fc.constantFrom(...DEFINITIONS) },
      { weight: 1, arbitrary: fc.string({ maxLength: 6 }) },
    ),
  )
  .map(([prefixes, leaf]) => prefixes.join('') + leaf);
const lineEnd = fc.constantFrom('\n', '\n', '\n', '\r\n', '\r', '\n\n');

/** Messages of lines in which everything meets that decides whether a fence stands at the top level. */
export const anyMarkdown = fc
  .tuple(
    fc.constantFrom('', '', '', '\uFEFF'),
    fc.array(fc.tuple(line, lineEnd), { maxLength: 14 }),
  )
  .map(([mark, lines]) => mark + lines.flat().join(''));

const PARTS = pieces(
  'I look that up.¦# Now¦## Now ##¦Title\n===¦Title\n---¦***¦[a]: /b "c"¦a <b>b</b> `c`¦> said\n> so¦| a |\n|---|',
  '- one\n- two\n  more¦1. one\n2. two\n\n   more¦1. a\n   - b¦<!-- a note -->¦<think>\nso\n</think>',
  '<details>\n<summary>x</summary>¦</details>',
);
const CODE = pieces('@a::b¦@a::b::{"c":"d"}¦¦- x¦> y¦<div>¦  z¦\tz¦~~~');

const part = fc.oneof(
  fc.constantFrom(...PARTS),
  fc
    .tuple(
      fc.constantFrom('baa', 'baa', ' baa ', 'baa x', 'js', '', 'text'),
      fc.array(fc.constantFrom(...CODE)),
    )
    .map(([info, lines]) => [`\`\`\`${info}`, ...lines, '```'].join('\n')),
);

/** Messages as assistants write them, a blank line between their parts. */
export const plainMarkdown = fc
  .tuple(fc.array(part, { maxLength: 10 }), fc.constantFrom('\n', '\r\n'))
  .map(([parts, end]) => parts.join('\n\n').replaceAll('\n', end));
