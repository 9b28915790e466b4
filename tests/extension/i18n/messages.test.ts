import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { ROOT } from '../../../launcher/root.ts';
import { ERROR_CODES } from '../../../shared/model/error-codes.ts';
import { LANGUAGES, messagesOf } from '../../kit/install-words.ts';

const EXTENSION = join(ROOT, 'extension');
const english = messagesOf('en');

const filesOf = (kind: RegExp): string =>
  readdirSync(EXTENSION, { recursive: true, encoding: 'utf8' })
    .filter((file) => kind.test(file))
    .map((file) => readFileSync(join(EXTENSION, file), 'utf8'))
    .join('\n');
const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found]) => found ?? '');

const code = filesOf(/\.tsx?$/);
const inManifest = all(readFileSync(join(ROOT, 'wxt.config.ts'), 'utf8'), /__MSG_(\w+)__/g);
const literals = new Set([...all(code, /'(\w+)'/g), ...inManifest]);
/** `word(\`mode_to_${mode}\`)` uses every phrase that begins so. */
const prefixes = all(code, /`(\w+_)\$\{/g);

describe.for(LANGUAGES)('the phrases in %s', (language) => {
  const messages = messagesOf(language);

  test('are those of the English', () => {
    expect(Object.keys(messages)).toEqual(Object.keys(english));
  });

  test('have the English placeholders, and use each of them', () => {
    for (const [key, { message, placeholders = {} }] of Object.entries(messages)) {
      expect.soft(placeholders, key).toEqual(english[key]?.placeholders ?? {});
      const used = [...message.matchAll(/\$(\w+)\$/g)].map(([, name]) => name ?? '');
      expect.soft(new Set(used), key).toEqual(new Set(Object.keys(placeholders)));
      expect.soft(message.replaceAll(/\$\w+\$/g, ''), key).not.toContain('$');
    }
  });

  test('say which language they are in', () => {
    expect(messages['language_tag']?.message.replace('-', '_')).toBe(language);
  });
});

test('every phrase is said somewhere', () => {
  const isUsed = (key: string): boolean =>
    literals.has(key) ||
    literals.has(key.replace(/_(one|other)$/, '')) ||
    prefixes.some((prefix) => key.startsWith(prefix));
  expect(Object.keys(english).filter((key) => !isUsed(key))).toEqual([]);
  expect(isUsed('nobody_says_this')).toBe(false);
});

test('every phrase that the manifest names is there', () => {
  expect(inManifest.length).toBeGreaterThan(2);
  expect(inManifest.filter((key) => !(key in english))).toEqual([]);
});

test('an error reads as in the table of codes', () => {
  for (const [code, { meaning, remedy }] of Object.entries(ERROR_CODES)) {
    expect.soft(english[`error_${code}`]?.message, code).toBe(meaning);
    expect.soft(english[`remedy_${code}`]?.message, code).toBe(remedy);
  }
});

test('markup holds no phrase of its own', () => {
  const pages = readdirSync(join(EXTENSION, 'entrypoints'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html'))
    .map((file) => readFileSync(join(EXTENSION, 'entrypoints', file), 'utf8'));
  expect(pages.length).toBeGreaterThanOrEqual(3);
  for (const page of pages) {
    const body = page.slice(page.indexOf('<body'));
    const text = body.replaceAll(/<[^>]*>/g, ' ').trim();
    expect(text).toBe(text.includes('Baton') ? 'Baton' : '');
  }
});
