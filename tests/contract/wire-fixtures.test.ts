import { readdir, readFile } from 'node:fs/promises';

import { describe, expect, it } from 'vitest';
import * as z from 'zod';

import {
  FROM_CONDUCTOR,
  FROM_EXTENSION,
  parseConductorFrame,
  parseExtensionFrame,
} from '../../shared/protocol/index.ts';

const fixture = z.strictObject({
  about: z.string().min(1),
  frame: z.record(z.string(), z.json()),
  /** The parsed frame, where keys are dropped or filled in. */
  parsed: z.record(z.string(), z.json()).optional(),
  fault: z.strictObject({ code: z.string(), path: z.string(), message: z.string() }).optional(),
});

const root = new URL('../fixtures/wire/', import.meta.url);
const files = (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.json'));
const cases = await Promise.all(
  files.toSorted().map(async (file) => {
    const [type = '', name = ''] = file.replace(/\.json$/, '').split(/[\\/]/);
    const text = await readFile(new URL(file.replaceAll('\\', '/'), root), 'utf8');
    return { file, type, name, ...fixture.parse(JSON.parse(text)) };
  }),
);

const SIDES = [
  { reader: 'the conductor', parse: parseExtensionFrame, schemas: FROM_EXTENSION },
  { reader: 'the extension', parse: parseConductorFrame, schemas: FROM_CONDUCTOR },
] as const;

describe.each(SIDES)('$reader reads', ({ parse, schemas }) => {
  it.each(cases)('$file', ({ type, name, frame, parsed, fault }) => {
    const result = parse(JSON.stringify(frame));
    if (!Object.hasOwn(schemas, type)) {
      expect(result).toMatchObject({ ok: false, error: { code: 'unknown_type', path: 'type' } });
    } else if (name.startsWith('accept-')) {
      expect(result).toEqual({ ok: true, value: parsed ?? frame });
    } else {
      expect(fault).toBeDefined();
      expect(result).toMatchObject({ ok: false, error: fault });
    }
  });
});

describe('the fixtures', () => {
  const types = [...new Set([...Object.keys(FROM_EXTENSION), ...Object.keys(FROM_CONDUCTOR)])];

  it.each(types)('hold accepted and refused frames of type %s', (type) => {
    const names = cases.filter((one) => one.type === type).map(({ name }) => name);
    expect(names.filter((name) => name.startsWith('accept-')).length).toBeGreaterThanOrEqual(1);
    expect(names.filter((name) => name.startsWith('reject-')).length).toBeGreaterThanOrEqual(3);
  });

  it('hold nothing else', () => {
    expect(cases.filter(({ type }) => !types.includes(type))).toEqual([]);
    expect(cases.filter(({ name }) => !/^(accept|reject)-[a-z0-9-]+$/.test(name))).toEqual([]);
    expect(cases.filter(({ type, frame }) => frame['type'] !== type)).toEqual([]);
  });
});

describe('every field of an accepted frame', () => {
  const accepted = cases.filter(({ name }) => name.startsWith('accept-'));
  const OPTIONAL = new Set([
    'aliases',
    'tab_id',
    'page_url',
    'page_title',
    'locale',
    'type',
    'held_reply',
    'busy',
    'serves',
    'always',
    'by_hand',
    'stop_reply',
  ]);
  /** Fields from a site or a browser's clock: any value is read as a number within reason, or as none. */
  const TOLD = new Set(['retry_after_ms', 'observed_at']);

  it.each(accepted)('$file: each is needed, and named when out of shape', (one) => {
    const { parse } = SIDES.find(({ schemas }) => Object.hasOwn(schemas, one.type)) ?? SIDES[0];
    for (const key of Object.keys(one.frame).filter(
      (field) => !OPTIONAL.has(field) && !TOLD.has(field),
    )) {
      const { [key]: _, ...without } = one.frame;
      expect(parse(JSON.stringify(without))).toMatchObject({ ok: false, error: { path: key } });
      const misshapen = parse(JSON.stringify({ ...one.frame, [key]: [[]] }));
      expect(misshapen).toMatchObject({
        ok: false,
        error: { path: expect.stringMatching(new RegExp(`^${key}(\\[0\\])?$`)) },
      });
    }
  });

  const NUMBERS = [-1, 1.5, 2 ** 53 + 2, 1e300, '7', '', null, true, {}, [[]], undefined];
  const telling = accepted.filter(({ frame }) => Object.keys(frame).some((key) => TOLD.has(key)));

  it.each(telling)('$file: a number that was told costs it nothing', ({ type, frame }) => {
    const { parse } = SIDES.find(({ schemas }) => Object.hasOwn(schemas, type)) ?? SIDES[0];
    for (const key of Object.keys(frame).filter((field) => TOLD.has(field))) {
      for (const number of NUMBERS) {
        const result = parse(JSON.stringify({ ...frame, [key]: number }));
        expect(result).toMatchObject({ ok: true });
        const read: unknown = result.ok ? Reflect.get(result.value, key) : undefined;
        expect(read === null || (Number.isSafeInteger(read) && Number(read) >= 0)).toBe(true);
      }
    }
  });
});
