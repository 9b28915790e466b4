import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type FaceWorld, startFaceWorld } from '../../kit/face-world.ts';
import { furnish } from '../../kit/face-screens.ts';
import { sampled, SAMPLED_BROWSERS } from '../../kit/samples.ts';

/** Stands among the words, so that a screen is known to show them. */
const MARK = 'Qzx7';

/** Words that would be more than words, if anything took them for it. */
const WORDS = [
  `${MARK}<img src=x onerror="window.hacked=1"><script>window.hacked=2</script>`,
  '<iframe srcdoc="<script>top.hacked=3</script>"></iframe><base href="https://evil.example/">',
  '</textarea></title></style><svg onload=window.hacked=4><meta http-equiv=refresh content=0;url=//evil.example>',
  '\u202Egnp.exe\u2066 \u2067\u200B\u00AD\u{E0041}\u{E0042}\u0000\u001B[2J',
  '{{constructor.constructor("window.hacked=5")()}} ${window.hacked=6} __proto__ [object Object]',
].join(' ');

/** Without what a field of one line takes none of. */
const ONE_LINE = WORDS.replaceAll(/[^ -~]/g, '');

const MARKDOWN = [
  WORDS,
  '[a](javascript:window.hacked=7) [b](data:text/html,<script>hacked=8</script>) [c](//evil.example/)',
  '[d](vbscript:x) [e]( java\tscript:window.hacked=9 ) [f](&#106;avascript:window.hacked=10) <javascript:hacked=11>',
  '[https://bank.example](https://evil.example/) [g](https://bank.example@evil.example/) [h](https://bank.example\u202E/x)',
  '![i](https://evil.example/pixel.png) ![j](/v1/face/sessions) ![k](blob:null/1)',
  '[l]: javascript:window.hacked=12 "x"\n[l] [l][l]',
  '```html\n<script>window.hacked=13</script>\n```\n`<img src=x onerror=hacked=14>`',
  `| a | b |\n| - | - |\n| <b onclick="hacked=15"> | [m](/settings/sessions) |`,
  `${'> '.repeat(200)}deep ${'**'.repeat(2_000)} ${'['.repeat(2_000)}`,
].join('\n\n');

interface Screen {
  readonly screen: string;
  /** Given what was made. */
  readonly path: (made: Made) => string;
  /** The words are to be seen there. */
  readonly shows?: true;
}
interface Made {
  readonly chat: string;
  readonly run: string;
}

const SCREENS: readonly Screen[] = [
  { screen: 'a conversation', path: ({ chat }) => `/conversations/${chat}`, shows: true },
  { screen: 'all conversations', path: () => '/conversations', shows: true },
  { screen: 'what is asked', path: () => '/approvals' },
  { screen: 'a run', path: ({ run }) => `/runs/${run}`, shows: true },
  { screen: 'all runs', path: () => '/runs', shows: true },
  { screen: 'the teams', path: () => '/runs?show=teams', shows: true },
  { screen: 'a team being written', path: () => '/runs?show=teams&team=odd&write=edit' },
  { screen: 'the rules', path: () => '/rules', shows: true },
  { screen: 'the trail', path: () => '/trail' },
  { screen: 'what there is now', path: () => '/' },
  // What another page links to.
  ...[
    '/runs?show=teams&team=__proto__&write=edit',
    '/runs?show=constructor&template=toString&write=__proto__',
    '/jobs/__proto__',
    '/tools/constructor',
    '/agents/..%2f..%2fv1%2fbackups',
    '/trail?event=1e999&event=javascript:window.hacked=20',
    '/conversations/%00%E2%80%AE%3Cscript%3E',
    '/settings//evil.example/..%5c..%5cv1',
    '/approvals/x?answer=yes&decision=approve#approve',
    `/artifacts/${'a'.repeat(900)}`,
    '/help?next=//evil.example&redirect=javascript:window.hacked=21#javascript:window.hacked=22',
  ].map((path) => ({ screen: path.slice(0, 60), path: () => path })),
];

/** Parts of a page that are more than words, or steer. */
function findings(): readonly string[] {
  const found: string[] = [];
  const { hacked } = window as unknown as { hacked?: number };
  if (hacked !== undefined) found.push(`ran: ${String(hacked)}`);
  if (Object.keys(Object.prototype).length > 0) found.push('a prototype was changed');
  for (const one of document.querySelectorAll(
    'body script, iframe:not([sandbox]), object, embed, base, meta[http-equiv=refresh], form[action], [onclick], [onerror], [srcdoc]',
  ))
    found.push(one.outerHTML.slice(0, 200));
  for (const one of document.querySelectorAll<HTMLElement>('[src], [href]')) {
    const raw = one.getAttribute('src') ?? one.getAttribute('href') ?? '';
    const url = new URL(raw, document.baseURI);
    const isOwn = url.origin === location.origin || url.protocol === 'blob:';
    const isLink = one.localName === 'a' && /^https?:$/.test(url.protocol);
    if (!isOwn && !isLink) found.push(one.outerHTML.slice(0, 200));
    if (!isOwn && isLink && !(one.getAttribute('rel') ?? '').includes('noopener'))
      found.push(`no noopener: ${raw}`);
    const isOfWords =
      one.querySelector('.host') !== null || one.closest('blockquote, li, p, td') !== null;
    if (!isOwn && isLink && isOfWords && !(one.textContent ?? '').includes(url.hostname))
      found.push(`hides its host: ${raw} ${one.textContent}`);
    if (isOwn && isLink && one.closest('.prose') !== null) found.push(`a link of ours: ${raw}`);
  }
  const steering = /(?![\n\r\t])[\p{Cc}\u202A-\u202E\u2066-\u2069]/u;
  if (steering.test(document.title)) found.push('the title steers');
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode() !== null) {
    const text = walker.currentNode.nodeValue ?? '';
    if (steering.test(text)) found.push(`steers: ${JSON.stringify(text.slice(0, 80))}`);
  }
  return found;
}

const refusalOf = async (answer: Response): Promise<string> => (answer.ok ? '' : answer.text());

describe.each(SAMPLED_BROWSERS)('the web UI in %s', (name) => {
  let world: FaceWorld;
  let page: Page;
  let made: Made;
  beforeAll(async () => {
    world = await startFaceWorld(name);
    await furnish(world);
    const { conductor } = world;
    const chat = await world.chat(WORDS.slice(0, 200), 'manual', [MARKDOWN]);
    chat.said.reply();
    const run = await conductor.admin('POST', '/v1/runs', {
      goal: MARKDOWN.slice(0, 3_000),
      team: 'feature',
    });
    const team = await conductor.admin('PUT', '/v1/teams/odd', {
      name: ONE_LINE.slice(0, 60),
      scene: ONE_LINE.slice(0, 300),
      roles: [
        { role: 'Planner', is_planner: true, task: WORDS },
        { role: `${MARK} <b>`, task: MARKDOWN.slice(0, 1_000) },
      ],
    });
    const rule = await conductor.admin('POST', '/v1/policy/rules', {
      tool: 'conductor::echo',
      params: { toString: '*', hasOwnProperty: '*', [MARK]: WORDS.slice(0, 60) },
      decision: 'deny',
      reason: WORDS.slice(0, 300),
    });
    expect([await refusalOf(team), await refusalOf(rule), await refusalOf(run.clone())]).toEqual([
      '',
      '',
      '',
    ]);
    made = { chat: chat.id, run: String(((await run.json()) as { run_id: unknown }).run_id) };
    page = await world.open('/');
  });
  afterAll(() => world?.end());

  it.each(sampled(SCREENS, 0, 5, 11))(
    'takes words for words, on $screen',
    async ({ path, shows }) => {
      const { origin } = new URL(page.url());
      await page.goto(origin + path(made), { waitUntil: 'load' });
      await page.waitForSelector('.frame main');
      await page.waitForFunction(
        (mark, isSought) => {
          const { innerText } = document.querySelector('main') ?? document.body;
          return isSought ? innerText.includes(mark) : innerText.trim() !== '';
        },
        { timeout: 20_000 },
        MARK,
        shows === true,
      );
      expect(await page.evaluate(findings)).toEqual([]);
      expect(new URL(page.url()).origin).toBe(origin);
      expect(world.faults).toEqual([]);
    },
  );
});
