// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { isShownAs } from '../../../extension/content/same-message.ts';
import { describeAll, describeOne } from '../../../extension/content/teach/describe-element.ts';
import { queryPath } from '../../../extension/content/compose/query-deep.ts';
import { wholeTurn } from '../../../extension/content/teach/whole-turn.ts';
import { shownText, textsIn } from '../../../extension/content/teach/shown-reply.ts';

describe('the texts of an answer in words nobody knows', () => {
  test('are those of a document, of JSON lines and of events, each and in a row', () => {
    expect(textsIn('{"a":{"b":[{"c":"one"},{"c":"two"}]}}')).toEqual(['one', 'two', 'onetwo']);
    expect(textsIn('{"w":"Hel"}\n{"w":"lo"}\n')).toContain('Hello');
    expect(textsIn(': hi\nevent: x\ndata: {"w":"Hel"}\n\ndata: {"w":"lo"}\n\n')).toContain('Hello');
    expect(textsIn('no JSON at all')).toEqual([]);
  });
});

describe('what a page shows', () => {
  const TEXT = 'Look:\n\n```baa\n@conductor::time\n```';

  test('is the text, whatever markdown made of it and a label or two beside', () => {
    expect(isShownAs('Look: baa Copy @conductor::time', TEXT)).toBe(true);
  });

  test('is not the text while a part is missing, nor where it is a small part', () => {
    expect(isShownAs('Look: baa @conductor', TEXT)).toBe(false);
    expect(isShownAs('ok, and now a long reply that is about something else', 'ok')).toBe(false);
    expect(isShownAs('', '')).toBe(false);
  });
});

function find(selector: string): Element {
  const [element] = queryPath(selector);
  if (element === undefined) throw new Error(`no ${selector}`);
  return element;
}

describe('a part of a reply', () => {
  const PIECES = '{"w":"One part."}\n{"w":"And the other."}\n';

  test('is never the reply: it is all of it, or nothing', () => {
    expect(textsIn(PIECES)).toEqual(['One part.And the other.']);
    expect(textsIn('{"w":"One"}\n{"w":"One and"}\n{"w":"One and all"}')).toEqual(['One and all']);
    const texts = textsIn('{"p":["One part.","And the other."]}');
    document.body.innerHTML = '<main><div><p>One part.</p><p>And the other.</p></div></main>';
    expect(shownText(find('p:last-child'), texts)).toBe('One part.And the other.');
  });

  test('stands for the whole turn where a person points at it', () => {
    document.body.innerHTML = `<main><div id="me"><p>Hi.</p></div>
      <div id="it"><h2>So</h2><p>One <em>part</em>.</p><ul><li>First</li></ul></div></main>`;
    for (const part of ['#it em', '#it p', '#it li', '#it h2']) {
      expect.soft(wholeTurn(find(part), ['Hi.']).id, part).toBe('it');
    }
    document.body.innerHTML = '<div><p>Hi.</p><p id="it">One part.</p></div>';
    expect(wholeTurn(find('#it'), ['Hi.']).id).toBe('it');
    document.body.innerHTML = '<form></form><ol><li>Hi.</li><li id="it"><p>One.</p></li></ol>';
    expect(wholeTurn(find('li p'), []).id).toBe('it');
  });
});

test('what lies in shadow roots is described by the way to it', () => {
  document.body.innerHTML = '<main><my-chat></my-chat></main>';
  const chat = find('my-chat').attachShadow({ mode: 'open' });
  chat.innerHTML = '<section><p>One.</p><p>Two.</p></section><my-field></my-field>';
  const inner = chat.querySelector('my-field')?.attachShadow({ mode: 'open' });
  if (inner === undefined) throw new Error('no shadow root');
  inner.innerHTML = '<textarea></textarea><button disabled>Go</button>';
  const button = inner.querySelector('button');
  if (button === null) throw new Error('no button');
  const selector = describeOne(button);
  expect(selector).not.toBeNull();
  expect(queryPath(selector ?? '')).toEqual([button]);
  const [first] = chat.querySelectorAll('p');
  const replies = first === undefined ? null : describeAll(first);
  expect(queryPath(replies ?? '').map((each) => each.textContent)).toEqual(['One.', 'Two.']);
});
