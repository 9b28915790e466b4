import { describe, expect, it } from 'vitest';

import { fitResult, parseExtensionFrame } from '../../../shared/protocol/index.ts';

const END = {
  v: 1,
  id: 'a',
  seq: 1,
  type: 'tool.result',
  call_id: 'c',
  resource_id: 'r',
  attempt: 1,
  ok: true,
  result: null as Record<string, unknown> | null,
  attachments: [] as { name: string; mime: string; data_base64: string }[],
  error_code: null,
  error_message: null as string | null,
  begun: true,
  page: null as { url: string; title: string; doc: null } | null,
  origins: [] as string[],
};

const picture = (length: number) => [
  { name: 'a.png', mime: 'image/png', data_base64: 'A'.repeat(length) },
];

describe('the end of a call', () => {
  it.each<[string, Partial<typeof END>]>([
    ['links', { result: { text: 'A page', links: ['x'.repeat(9_000_000)] } }],
    ['words of three bytes each', { result: { text: '€'.repeat(2_800_000) } }],
    ['a picture', { attachments: picture(6_000_001) }],
    ['pictures', { attachments: [...picture(5_000_000), ...picture(5_000_000)] }],
  ])('that would be too large is told without what made it so: %s', (_, more) => {
    const fitted = fitResult({ ...END, ...more });
    expect(fitted).toMatchObject({ ok: true, attachments: [] });
    expect(fitted.result?.['text']).toMatch(/takes \d+ bytes, too many to be sent/);
    expect(parseExtensionFrame(JSON.stringify(fitted)).ok).toBe(true);
  });

  it('that fits stays as it is', () => {
    const end = {
      ...END,
      result: { text: '€'.repeat(1_000_000) },
      attachments: picture(4_000_000),
    };
    expect(fitResult(end)).toEqual(end);
  });

  it('is taken whatever a page calls itself, however many sites it shows', () => {
    const page = {
      url: `https://a.example/${'x'.repeat(20_000)}`,
      title: 'T'.repeat(9_000),
      doc: null,
    };
    const origins = Array.from({ length: 80 }, (_one, at) => `https://a${at}.example`);
    const fitted = fitResult({ ...END, page, origins, error_message: 'W'.repeat(5_000) });
    expect(parseExtensionFrame(JSON.stringify(fitted)).ok).toBe(true);
    expect(fitted.origins).toHaveLength(50);
  });
});
