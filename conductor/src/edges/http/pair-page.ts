import { createHash } from 'node:crypto';

import type { FastifyInstance } from 'fastify';

const STYLE = `
:root { color-scheme: light dark; --ink: #1c1c1a; --soft: #6b6a65; --paper: #faf9f6; --card: #fff; --line: #e4e2dc; --accent: #2f5d50; --on: #fff; }
@media (prefers-color-scheme: dark) { :root { --ink: #ecebe6; --soft: #a09e97; --paper: #171716; --card: #21211f; --line: #353430; --accent: #7fc3ad; --on: #10201b; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 27rem; width: 100%; background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 2rem; }
h1 { margin: 0 0 .5rem; font-size: 1.35rem; letter-spacing: -.01em; }
p { margin: 0 0 1.1rem; color: var(--soft); }
button { font: inherit; font-weight: 600; width: 100%; padding: .75rem 1rem; border: 0; border-radius: 9px; background: var(--accent); color: var(--on); cursor: pointer; }
button:focus-visible { outline: 3px solid color-mix(in srgb, var(--accent) 45%, transparent); outline-offset: 2px; }
#pair-status { margin: 1rem 0 0; min-height: 1.55em; color: var(--ink); }
.absent { margin: 0; color: var(--ink); animation: .5s steps(1) absent; }
@keyframes absent { from { visibility: hidden; } }
html[data-baton-extension=present] .absent, html:not([data-baton-extension=present]) :is(button, #pair-status) { display: none; }
`;

interface Words {
  readonly lang: string;
  readonly title: string;
  readonly heading: string;
  readonly how: string;
  readonly button: string;
  readonly absent: string;
}

const WORDS = {
  en: {
    lang: 'en',
    title: 'Pair this browser · Baton',
    heading: 'Pair this browser with&nbsp;Baton',
    how: 'Baton’s extension asks you in a page of its own whether this browser shall work with the conductor at this address.',
    button: 'Go on in Baton’s extension',
    absent:
      'Nothing here yet? Install Baton’s extension, then reload this page. Where it is installed, it does not know this address: open its popup and paste the address of this page there.',
  },
  zh: {
    lang: 'zh-CN',
    title: '配对此浏览器 · Baton',
    heading: '将此浏览器与 Baton 配对',
    how: 'Baton 扩展会在它自己的页面中询问你，是否让此浏览器与该地址的 conductor 配合工作。',
    button: '在 Baton 扩展中继续',
    absent:
      '这里什么都没有？请先安装 Baton 扩展，然后刷新此页面。如果已经安装，说明扩展还不认识这个地址：请打开它的弹出窗口，把此页面的地址粘贴进去。',
  },
} as const satisfies Readonly<Record<string, Words>>;

/** Static: the one-time code stands in the fragment, which no server sees and only the extension reads. It pairs nothing: it only has the person asked. */
const pageIn = ({ lang, title, heading, how, button, absent }: Words): string => `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${heading}</h1>
<p>${how}</p>
<button id="pair-browser" type="button">${button}</button>
<p id="pair-status" role="status" aria-live="polite"></p>
<p class="absent">${absent}</p>
</main>
</body>
</html>
`;

const PAGES = { en: pageIn(WORDS.en), zh: pageIn(WORDS.zh) } as const;

/** Returns the language that the browser names first; English where it names neither. */
function languageOf(accepted: string | undefined): keyof typeof PAGES {
  const named = (accepted ?? '').split(',').map((one) => one.trim().slice(0, 2).toLowerCase());
  return named.find((one) => one === 'en' || one === 'zh') === 'zh' ? 'zh' : 'en';
}

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Serves `/pair`, the page that a pairing link opens. */
export function registerPairPage(app: FastifyInstance): void {
  app.get('/pair', async (request, reply) =>
    reply
      .headers({
        // guard: no-frames
        'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
        vary: 'accept-language',
      })
      .type('text/html; charset=utf-8')
      .send(PAGES[languageOf(request.headers['accept-language'])]),
  );
}
