import { Window } from 'happy-dom';
import { beforeAll, expect, test } from 'vitest';
import { composerText } from '../../../extension/content/compose/composer-text.ts';

let page: Window;

beforeAll(() => {
  page = new Window();
  const { Text, Element, HTMLBRElement, HTMLTextAreaElement, HTMLInputElement } = page;
  Object.assign(globalThis, {
    Text,
    Element,
    HTMLBRElement,
    HTMLTextAreaElement,
    HTMLInputElement,
  });
});

test.for([
  ['an empty ProseMirror', '<p><br class="ProseMirror-trailingBreak"></p>', ''],
  [
    'a paragraph per line',
    '<p>a</p><p><br class="ProseMirror-trailingBreak"></p><p>  b</p>',
    'a\n\n  b',
  ],
  ['hard breaks', '<p>a<br><br>b</p>', 'a\n\nb'],
  ['Lexical', '<p><span>a</span><br><br><span>b</span></p>', 'a\n\nb'],
  ['typed lines', 'a<div>b</div><div><br></div><div>c</div>', 'a\nb\n\nc'],
  ['nested blocks', '<div><p>a</p><p>b</p></div><p>c</p>', 'a\nb\nc'],
  ['text after a block', '<div>a</div>b', 'a\nb'],
  ['plain text', 'a\n  b', 'a\n  b'],
  [
    'a mention in a line',
    '<p>hi <span contenteditable="false">@you</span> there</p>',
    'hi @you there',
  ],
] as const)('%s reads as its lines', ([, html, text]) => {
  const composer = page.document.createElement('div');
  composer.innerHTML = html;
  expect(composerText(composer as unknown as Element)).toBe(text);
});
