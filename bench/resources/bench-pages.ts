import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { orderRows } from '../../tests/kit/resource-pages/order-rows.ts';

/** Secrets that no program may show a model. */
export const PASSWORD = 'canary-hunter2';
export const UNSEEN = 'canary-unseen words';

const FIELDS = ['Full name', 'Street', 'City', 'Postcode', 'Phone', 'Company', 'Website', 'Note'];
const TOPICS = ['News', 'Offers', 'Events', 'Research', 'Jobs', 'Partners', 'Press', 'Releases'];

const FORM = `<h1>Sign up</h1><form onsubmit="event.preventDefault()">
  ${FIELDS.map((name) => `<p><label>${name} <input></label></p>`).join('')}
  <p><label>Password <input type="password" value="${PASSWORD}"></label></p>
  <p><label>Country <select><option>Austria<option>Germany<option>Switzerland</select></label></p>
  ${TOPICS.map((name) => `<p><label><input type="checkbox"> ${name}</label></p>`).join('')}
  ${['Free', 'Pro', 'Team'].map((name) => `<p><label><input type="radio" name="plan"> ${name}</label></p>`).join('')}
  <p style="position:absolute;left:-9999px">${UNSEEN}</p>
  <button>Create account</button></form>`;

const MAILS = Array.from(
  { length: 60 },
  (
    _,
    at,
  ) => `<li><input type="checkbox" aria-label="Select mail ${at}"> <a href="#m${at}">Sender ${at}</a>
    <span>Subject of mail ${at}</span> <span>The first words of what it says, cut after some length…</span>
    <time>${at % 24}:30</time> <button aria-label="Archive mail ${at}">A</button></li>`,
).join('');

const NESTED = `<h1>Parts</h1>
  ${Array.from({ length: 10 }, (_, at) => `<x-part data-at="${at}"></x-part>`).join('')}
  <iframe title="First" src="/inner"></iframe><iframe title="Second" src="/inner"></iframe>
  <script>for (const part of document.querySelectorAll('x-part')) part.attachShadow({ mode: 'open' })
    .innerHTML = '<p>Part ' + part.dataset.at + '</p><button>Press ' + part.dataset.at + '</button>';</script>`;

const PAGES: Readonly<Record<string, string>> = {
  '/form': FORM,
  '/table': `<h1>Orders</h1><table>${orderRows(500)}</table>`,
  '/mail': `<h1>Inbox</h1><ul>${MAILS}</ul>`,
  '/nested': NESTED,
  '/inner': '<p>Inside</p><label>Code <input></label><button>Send</button>',
  '/act': `<h1>Acts</h1><label>Text <input></label><p role="status">0</p>
    <button onclick="fetch('/pressed/' + location.hash.slice(1), { method: 'POST' }).then((answer) => answer.text());
      const told = document.querySelector('p'); told.textContent = Number(told.textContent) + 1">Press</button>`,
};

export const READ_PAGES = ['form', 'table', 'mail', 'nested'] as const;

export interface BenchSite {
  readonly origin: string;
  /** How often the page of that hash was pressed. */
  readonly pressed: ReadonlyMap<string, number>;
  stop(): void;
}

export async function startBenchSite(): Promise<BenchSite> {
  const pressed = new Map<string, number>();
  const server = createServer(({ url = '/' }, response) => {
    const [, page] = /^\/pressed\/(.*)$/.exec(url) ?? [];
    if (page !== undefined) pressed.set(page, (pressed.get(page) ?? 0) + 1);
    const html = PAGES[url];
    response.writeHead(html === undefined && page === undefined ? 404 : 200, {
      'content-type': 'text/html; charset=utf-8',
    });
    response.end(html === undefined ? '' : `<!doctype html><title>Bench</title>${html}`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pressed,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
