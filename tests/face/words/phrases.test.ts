import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import en from '../../../face/words/en.json' with { type: 'json' };
import zh from '../../../face/words/zh-CN.json' with { type: 'json' };
import { faceErrorWords } from '../../../launcher/face-error-words.ts';
import { faceRoutes } from '../../../launcher/face-routes.ts';
import { ROOT } from '../../../launcher/root.ts';
import { operations } from '../../../shared/api/operations.ts';

const places = (text: string): string[] => [...text.matchAll(/\{\d\}/g)].map(([all]) => all).sort();

test('every phrase is there in both languages, with the same values in it', () => {
  expect(Object.keys(zh)).toEqual(Object.keys(en));
  expect(Object.keys(en)).toEqual(Object.keys(en).toSorted());
  for (const [key, text] of Object.entries(en)) {
    expect(places(zh[key as keyof typeof en]), key).toEqual(places(text));
  }
});

test('no phrase pleads, exclaims or is empty', () => {
  for (const [key, text] of Object.entries({ ...en, ...zh })) {
    expect(text, key).not.toMatch(/!|！|\bplease\b|\boops\b|^\s*$/i);
  }
});

test.each([
  ['api/routes.ts', () => faceRoutes(operations)],
  ['words/errors.en.json', () => faceErrorWords(messagesOf('en'))],
  ['words/errors.zh-CN.json', () => faceErrorWords(messagesOf('zh_CN'))],
])('%s is what `npm run generate` makes', (file, made) => {
  expect(readFileSync(join(ROOT, 'face', file), 'utf8')).toBe(made());
});

function messagesOf(locale: string): Parameters<typeof faceErrorWords>[0] {
  const file = join(ROOT, 'extension', 'public', '_locales', locale, 'messages.json');
  return JSON.parse(readFileSync(file, 'utf8')) as Parameters<typeof faceErrorWords>[0];
}
