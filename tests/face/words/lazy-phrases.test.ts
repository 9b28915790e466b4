import { effect } from '@preact/signals';
import { expect, test } from 'vitest';

import { createLazyPhrases } from '../../../face/words/lazy-phrases.ts';

test('phrases are loaded once, and who read them before is told', async () => {
  const loads: string[] = [];
  const phrases = createLazyPhrases((language) => {
    loads.push(language);
    return Promise.resolve({ hello: language });
  });
  const seen: (string | undefined)[] = [];
  const told = new Promise<void>((resolve) => {
    effect(() => {
      seen.push(phrases.in('en')?.['hello']);
      phrases.in('en');
      if (seen.length === 2) resolve();
    });
  });
  await told;
  expect(seen).toEqual([undefined, 'en']);
  expect(loads).toEqual(['en']);
});

test('a load that failed is tried again by the next call, and rejects nothing', async () => {
  const loads = [Promise.reject(new Error('offline')), Promise.resolve({ hello: 'Hello' })];
  const phrases = createLazyPhrases(() => loads.shift() ?? Promise.reject(new Error('too many')));
  expect(phrases.in('en')).toBeNull();
  await expect.poll(() => phrases.in('en')).toEqual({ hello: 'Hello' });
  expect(loads).toEqual([]);
});

test('of two languages the one that was asked for last is kept, whichever comes first', async () => {
  const begun = new Map<string, (phrases: Record<string, string>) => void>();
  const phrases = createLazyPhrases<string>(
    (language) => new Promise((resolve) => void begun.set(language, resolve)),
  );
  phrases.in('en');
  phrases.in('zh-CN');
  begun.get('zh-CN')?.({ hello: '你好' });
  await expect.poll(() => phrases.in('zh-CN')).toEqual({ hello: '你好' });
  begun.get('en')?.({ hello: 'Hello' });
  await new Promise((resolve) => setImmediate(resolve));
  expect(phrases.in('zh-CN')).toEqual({ hello: '你好' });
});
