// @vitest-environment happy-dom
import { Fragment, isValidElement, type VNode } from 'preact';
import { beforeAll, expect, test } from 'vitest';

import { proseBlocks } from '../../../../face/parts/prose/markdown.tsx';
import { speak } from '../../../../face/words/word.ts';
import { HOSTILE_TEXTS } from './hostile-texts.ts';

beforeAll(() => speak('en'));

/** Every element that someone else's text may become, and what it may carry. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'target', 'rel', 'onClick'],
  blockquote: [],
  br: [],
  code: [],
  del: [],
  div: [],
  em: [],
  h3: [],
  h4: [],
  h5: [],
  h6: [],
  hr: [],
  li: [],
  ol: ['start'],
  p: ['dir'],
  pre: ['tabIndex'],
  span: ['class'],
  strong: [],
  table: [],
  tbody: [],
  td: [],
  th: [],
  thead: [],
  tr: [],
  ul: [],
};

function elementsOf(node: unknown): VNode<Record<string, unknown>>[] {
  if (Array.isArray(node)) return node.flatMap(elementsOf);
  if (!isValidElement(node)) {
    expect(
      ['string', 'number', 'boolean', 'undefined'].includes(typeof node) || node === null,
    ).toBe(true);
    return [];
  }
  const element = node as VNode<Record<string, unknown>>;
  return [element, ...elementsOf(element.props['children'])];
}

const drawn = (text: string): VNode<Record<string, unknown>>[] =>
  elementsOf(proseBlocks(text, () => undefined).map(({ node }) => node));

const wordsOf = (text: string): string =>
  (function all(node: unknown): string {
    if (Array.isArray(node)) return node.map(all).join('');
    if (isValidElement(node)) return all((node as VNode<{ children?: unknown }>).props.children);
    return typeof node === 'string' || typeof node === 'number' ? String(node) : '';
  })(proseBlocks(text, () => undefined).map(({ node }) => node));

test.each(HOSTILE_TEXTS.map((text, index) => [index, text.slice(0, 60), text] as const))(
  'hostile text %i becomes nothing but what is allowed: %s',
  (_index, _head, text) => {
    for (const { type, props } of drawn(text)) {
      if (type === Fragment) continue;
      expect(Object.keys(ALLOWED)).toContain(type);
      const { children: _children, ...carried } = props;
      expect(ALLOWED[type as string]).toEqual(expect.arrayContaining(Object.keys(carried)));
      if (type !== 'a') continue;
      expect(props['href']).toMatch(/^(https?:\/\/[^/@]+(\/|$)|mailto:)/);
      expect(props['rel']).toBe('noopener noreferrer');
    }
  },
);

test('there are some two hundred of them', () => {
  expect(HOSTILE_TEXTS.length).toBeGreaterThanOrEqual(200);
});

test('HTML stands as it was written, and a picture is named with its host', () => {
  expect(wordsOf('<img src=x onerror=alert(1)>')).toContain('<img src=x onerror=alert(1)>');
  expect(wordsOf('![a cat](https://evil.example/?q=secret)')).toBe(
    'Picture, not fetched: a cat (evil.example)',
  );
});

test('a link says its host beside whatever it is called', () => {
  expect(wordsOf('[https://good.example](https://evil.example/x)')).toBe(
    'https://good.example (evil.example)',
  );
  expect(wordsOf('[same](https://xn--80ak6aa92e.com/)')).toContain('(xn--80ak6aa92e.com)');
});

test('what turns a line around is written as its code', () => {
  expect(wordsOf('a \u202Eb `c\u202E`')).toBe('a ⟨U+202E⟩b c⟨U+202E⟩');
});

test('code keeps every character, with its words told apart', () => {
  const code = 'const a = "b"; // c\n';
  const elements = drawn(`\`\`\`ts\n${code}\`\`\``);
  expect(elements.some(({ props }) => props['class'] === 'code-kwd')).toBe(true);
  expect(wordsOf(`\`\`\`ts\n${code}\`\`\``)).toBe(code.trimEnd());
});

test('blocks tell where in the text they stand', () => {
  const text = '# One\n\nTwo\n\n```baa\n@a::b::{}\n```\n';
  const blocks = proseBlocks(text, () => undefined);
  expect(blocks.at(-1)?.end).toBe(text.length);
  const code = blocks.find(({ isCode }) => isCode);
  expect(text.slice(code?.start, code?.end)).toContain('@a::b::{}');
});

/** Each takes the library up to a minute as it is, but for the first, which it would read. */
const HARD: readonly string[] = [
  '*a* '.repeat(60),
  ...['*a_', '_a*', '[a](', '> - ', '+ ', '1. ', '[', '\\['].map((part) =>
    part.repeat(20_000 / part.length),
  ),
  '> '.repeat(40),
];

test.each(HARD)('what takes long to be read stands as it was written: %#', (text) => {
  expect(wordsOf(`${text}\n\n*yes*`)).toContain(text.trim());
  expect(drawn(text).every(({ type }) => ['p', 'div', Fragment].includes(type as never))).toBe(
    true,
  );
});

test('many marks in a text of many parts are read, and so is a line of dashes', () => {
  const text = `${'- *a* **b** `c` [d](https://e.example)\n'.repeat(200)}\n${'-'.repeat(80)}\n`;
  const kinds = drawn(text).map(({ type }) => type);
  expect(['em', 'strong', 'a'].map((one) => kinds.filter((kind) => kind === one).length)).toEqual([
    200, 200, 200,
  ]);
  expect(kinds).toContain('hr');
});
