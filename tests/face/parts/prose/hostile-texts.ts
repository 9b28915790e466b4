/** Addresses that must never be a link, or never be fetched. */
const ADDRESSES = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'java&#10;script:alert(1)',
  'javascript&colon;alert(1)',
  '&#106;avascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'blob:http://baton.localhost:7717/1',
  'view-source:http://evil.example',
  '//evil.example/a',
  '/v1/artifacts/1/content',
  '../enter#code=x',
  '#top',
  'http://user:pass@evil.example',
  'https://evil.example/?q="><script>alert(1)</script>',
  'https://evil.example/\u202Emoc.elgoog',
  'mailto:a@evil.example?body=x',
];

/** Ways in which a text may try to make something of an address. */
const FORMS = [
  (at: string) => `[press me](${at})`,
  (at: string) => `[press me](<${at}> "title")`,
  (at: string) => `![a picture](${at})`,
  (at: string) => `[![both](${at})](${at})`,
  (at: string) => `<${at}>`,
  (at: string) => `[ref][r]\n\n[r]: ${at} "title"`,
  (at: string) => `<a href="${at}" onclick="alert(1)">press</a>`,
  (at: string) => `| a |\n| - |\n| [x](${at}) ![y](${at}) |`,
  (at: string) => `> - [x] **[_x_](${at})**\n>   1. ~~![y](${at})~~`,
];

const ALONE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<style>*{display:none}</style>',
  '<form action=//evil.example><input name=a></form>',
  '<base href=//evil.example>',
  '<meta http-equiv=refresh content="0;url=//evil.example">',
  'a <b onmouseover=alert(1)>b</b> <!-- c --> <?php ?> <![CDATA[d]]>',
  '```html\n<script>alert(1)</script>\n```',
  '```"><img src=x onerror=alert(1)>\ncode\n```',
  '```__proto__\ncode\n```',
  '```constructor\ncode\n```',
  `${'> '.repeat(400)}deep`,
  `${'- '.repeat(400)}deep`,
  `${'['.repeat(2_000)}x${']'.repeat(2_000)}`,
  `${'*a '.repeat(3_000)}`,
  `${'`'.repeat(5_000)}x`,
  `${'<'.repeat(5_000)}`,
  `|${'a|'.repeat(300)}\n|${'-|'.repeat(300)}\n${`|${'b|'.repeat(300)}\n`.repeat(5)}`,
];

/** Some 200 texts that a model, a page or a tool could say to whom reads them here. */
export const HOSTILE_TEXTS: readonly string[] = [
  ...FORMS.flatMap((form) => ADDRESSES.map(form)),
  ...ALONE,
];
