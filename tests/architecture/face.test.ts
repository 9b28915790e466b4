import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { beforeAll, describe, expect, it } from 'vitest';

import { buildFace } from '../../launcher/build-face.ts';
import { ROOT } from '../../launcher/root.ts';

/** Sources of the web UI, by their path. */
const sources = readdirSync(join(ROOT, 'face'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(tsx?|css|html)$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

describe('what the web UI may not say', () => {
  it.each([
    ['makes markup of text', /innerHTML|outerHTML|insertAdjacentHTML|document\.write|srcdoc/],
    ['runs text', /\beval\(|new Function\(|setTimeout\(\s*['"`]/],
    ['has a style in an attribute', /style="/],
    ['names another machine', /(?:https?|wss?):\/\/(?!baton\.localhost|127\.0\.0\.1)/],
  ])('nothing %s', (_what, pattern) => {
    const found = sources.filter(({ text }) => pattern.test(withoutComments(text)));
    expect(found.map(({ path }) => path)).toEqual([]);
  });
});

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
}

describe('the style of a screen', () => {
  it('names no class that the style of another begins with: one sheet holds them all', () => {
    const screens = sources.filter(({ path }) => /screens\/.*\.css$/.test(path));
    const named = screens.flatMap(({ path, text }) =>
      [...new Set(Array.from(text.matchAll(/^\s*\.([\w-]+)/gm), ([, name]) => name))].map(
        (name) => ({ name, path }),
      ),
    );
    const several = Map.groupBy(named, ({ name }) => name);
    const shared = [...several].filter(
      ([name, of]) => of.length > 1 && !SHARED_BY_ALL.has(name ?? ''),
    );
    expect(shared).toEqual([]);
  });
});

/** Classes of css/parts.css inside which a screen may use class names of its own. */
const SHARED_BY_ALL: ReadonlySet<string> = new Set(['row']);

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly isEntry?: boolean;
}

describe('what the web UI weighs, packed', () => {
  let dir = '';
  let chunks: Readonly<Record<string, Chunk>> = {};
  beforeAll(async () => {
    dir = await buildFace();
    chunks = JSON.parse(readFileSync(join(dir, '.vite', 'manifest.json'), 'utf8')) as typeof chunks;
  });

  const packed = (file: string): number =>
    gzipSync(readFileSync(join(dir, file)), { level: 9 }).length;

  /** A chunk and all that it needs before it can run. */
  function whole(name: string, seen = new Set<string>()): Set<string> {
    if (seen.has(name)) return seen;
    seen.add(name);
    for (const one of chunks[name]?.imports ?? []) whole(one, seen);
    return seen;
  }

  const weight = (names: Iterable<string>): number =>
    [...names].reduce((sum, name) => sum + packed(chunks[name]?.file ?? ''), 0);

  it('is at most 30 kB of script for the frame and the first screen', () => {
    expect(weight(whole('index.html'))).toBeLessThanOrEqual(30_000);
  });

  // A phrase of Chinese packs into more bytes than one of English.
  it.each(['en', 'zh-CN'])('is at most 19.5 kB for the phrases of a language: %s', (language) => {
    const texts = chunks[`words/${language}.json`]?.file ?? '';
    expect(packed(texts)).toBeLessThanOrEqual(19_500);
  });

  it('is at most 25.5 kB for any screen more', () => {
    const first = whole('index.html');
    const later = new Set(Object.values(chunks).flatMap((one) => one.dynamicImports ?? []));
    expect(later).toContain('screens/for-answers.ts');
    for (const name of later) {
      const more = [...whole(name)].filter((one) => !first.has(one));
      expect(weight(more), name).toBeLessThanOrEqual(25_500);
    }
  });

  it('is at most 140 kB without phrases, and 8 kB of style', () => {
    const scripts = Object.entries(chunks)
      .filter(([name, { file }]) => file.endsWith('.js') && !name.startsWith('words/'))
      .map(([, chunk]) => chunk);
    const styles = new Set(
      readdirSync(join(dir, 'assets'))
        .filter((file) => file.endsWith('.css'))
        .map((file) => join('assets', file)),
    );
    const sum = (files: Iterable<string>): number =>
      [...files].reduce((total, file) => total + packed(file), 0);
    expect(sum(new Set(scripts.map(({ file }) => file)))).toBeLessThanOrEqual(140_000);
    expect(sum(styles)).toBeLessThanOrEqual(8_000);
  });
});
