import { describe, expect, test } from 'vitest';
import { isShownAs } from '../../../extension/content/same-message.ts';
import { textsIn } from '../../../extension/content/teach/shown-reply.ts';

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
