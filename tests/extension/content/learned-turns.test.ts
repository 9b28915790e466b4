// @vitest-environment happy-dom
import { expect, test } from 'vitest';

import { learnTurns, showsExchange } from '../../../extension/content/teach/learned-turns.ts';

const ASKED = 'Show me.';
const REPLY = 'Here it is.\n\nAnd **more** of it.';

function page(body: string): Document {
  document.body.innerHTML = body;
  return document;
}

const texts = (page: Document, selector: string): readonly string[] =>
  [...page.querySelectorAll(selector)].map((element) => element.textContent.trim());

test('where a page shows turns is learned from one exchange, whole and without what stands beside', () => {
  const document = page(`<nav>${ASKED}</nav><h1>${ASKED}</h1><main>
    <div class="msg me"><b>You</b><div class="t"><p>Hi.</p></div></div>
    <div class="msg it"><b>It</b><div class="t"><p>Hello.</p></div><button>Copy</button></div>
    <div class="msg me"><b>You</b><div class="t"><p>${ASKED}</p></div></div>
    <div class="msg it"><b>It</b><div class="t"><p>Here it is.</p><p>And <em>more</em> of it.</p></div><button>Copy</button></div>
    </main><textarea>${ASKED}</textarea>`);
  const learned = learnTurns(ASKED, REPLY);
  expect(texts(document, learned?.userTurn ?? '')).toEqual(['Hi.', ASKED]);
  expect(texts(document, learned?.assistantTurn ?? '')).toEqual([
    'Hello.',
    'Here it is.And more of it.',
  ]);
});

test('a reply of one paragraph is the whole turn, not the paragraph', () => {
  const document = page(
    `<ol><li data-from="you"><p>${ASKED}</p></li><li data-from="bot"><div><p>Yes.</p></div></li></ol>`,
  );
  const learned = learnTurns(ASKED, 'Yes.');
  const [turn] = document.querySelectorAll(learned?.assistantTurn ?? '');
  expect(turn?.localName).toBe('li');
});

test('nothing is learned where turns are alike, the reply is not shown, or is shown before the message', () => {
  page(`<ol><li>${ASKED}</li><li>Yes.</li></ol>`);
  expect(learnTurns(ASKED, 'Yes.')).toBeNull();
  page(`<ol><li class="me">${ASKED}</li><li class="it">Ye</li></ol>`);
  expect(learnTurns(ASKED, 'Yes.')).toBeNull();
  page(`<ol><li class="it">Yes.</li><li class="me">${ASKED}</li></ol>`);
  expect(learnTurns(ASKED, 'Yes.')).toBeNull();
});

test('an exchange is shown where its turns stand to be read, and not where they lead to a conversation', () => {
  const exchange = `<p>${ASKED}</p><p>Yes.</p>`;
  page(`<main><div>${exchange}</div></main>`);
  expect(showsExchange(ASKED, 'Yes.')).toBe(true);
  for (const list of ['nav', 'aside', 'a', 'button']) {
    page(`<main></main><${list}>${exchange}</${list}>`);
    expect([list, showsExchange(ASKED, 'Yes.')]).toEqual([list, false]);
  }
  page(`<main><div style="cursor: pointer">${exchange}</div></main>`);
  expect(showsExchange(ASKED, 'Yes.')).toBe(false);
  page(`<main><p>${ASKED}</p></main>`);
  expect(showsExchange(ASKED, 'Yes.')).toBe(false);
});
