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

/** Static: the one-time code stands in the fragment, which no server sees and only the extension reads. It pairs nothing: it only has the person asked. */
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pair this browser · Baton</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Pair this browser with&nbsp;Baton</h1>
<p>Baton’s extension asks you in a page of its own whether this browser shall work with the conductor at this address.</p>
<button id="pair-browser" type="button">Go on in Baton’s extension</button>
<p id="pair-status" role="status" aria-live="polite"></p>
<p class="absent">Nothing here yet? Install Baton’s extension, then reload this page. Where it is installed, it does not know this address: open its popup and paste the address of this page there.</p>
</main>
</body>
</html>
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

export function registerPairPage(app: FastifyInstance): void {
  app.get('/pair', async (_request, reply) =>
    reply
      .headers({
        'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      })
      .type('text/html; charset=utf-8')
      .send(PAGE),
  );
  app.get('/', async (_request, reply) => reply.redirect('/pair'));
}
