import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { TapEvent } from '../../extension/messages/tap-messages.ts';
import { buildExtension } from '../../launcher/build-extension.ts';
import type { BrowserName } from '../../launcher/find-browser.ts';
import { launchBrowser, type TestBrowser } from '../kit/browsers.ts';
import {
  BODIES,
  CHANGES,
  type HostileCase,
  MOVES,
  READINGS,
  TARGETS,
  WAYS,
} from '../kit/tap-pages/hostile-case.ts';
import { SAMPLED_BROWSERS } from '../kit/samples.ts';
import { POLLUTIONS } from '../kit/tap-pages/pollute.ts';
import {
  answerFrom,
  type Arrived,
  scriptOf,
  startTapSite,
  type TapSite,
} from '../kit/tap-pages/tap-site.ts';

/** In each browser, beside the fixed ones. Each is a real request or more: of other properties there are a hundred times as many. */
const CASES = Math.max(20, Math.round(Number(process.env['BATON_FUZZ_CASES'] ?? 0) / 100));
const CASES_AT_ONCE = 20;

/** The fixed cases take a while: beside the other tests one of so many, in the long run all. */
const EVERY =
  process.env['BATON_SECURITY'] === 'long'
    ? { chromium: 1, firefox: 1 }
    : { chromium: 12, firefox: 12 };

type AnyCase = Omit<HostileCase, 'number'>;

const PLAIN: Omit<AnyCase, 'way'> = {
  isSwapped: false,
  change: 'string',
  target: 'site',
  body: 'text',
  reading: 'reader',
  move: 'nothing',
  pollution: 'nothing',
  isHeld: false,
};

/** Every trick alone, by every way. */
const ONE_AT_A_TIME = WAYS.flatMap((way) =>
  [
    ...CHANGES.map((change) => ({ change })),
    ...TARGETS.flatMap((target) => [false, true].map((isSwapped) => ({ target, isSwapped }))),
    ...BODIES.flatMap((body) =>
      [false, true].map((isHeld) => ({ body, move: 'mutates' as const, isHeld })),
    ),
    ...READINGS.map((reading) => ({ reading })),
    ...MOVES.flatMap((move) =>
      [false, true].map((isHeld) => ({ move, isHeld, target: 'other' as const })),
    ),
    ...POLLUTIONS.map((pollution) => ({ pollution })),
  ].map((trick): AnyCase => ({ ...PLAIN, way, ...trick })),
);

/** All at once. */
const aCase = fc.record<AnyCase>({
  way: fc.constantFrom(...WAYS, 'fetch', 'xhr'),
  isSwapped: fc.boolean(),
  change: fc.constantFrom(...CHANGES),
  target: fc.constantFrom(...TARGETS),
  body: fc.constantFrom(...BODIES),
  reading: fc.constantFrom(...READINGS),
  move: fc.constantFrom(...MOVES),
  pollution: fc.constantFrom(...POLLUTIONS),
  isHeld: fc.boolean(),
});

type Told<Kind extends TapEvent['kind']> = Extract<TapEvent, { kind: Kind }>;

/** A boundary is made anew for each reading of a form. */
const withoutBoundary = (body: string): string => body.replaceAll(/-{4,}[\w-]+/g, '--');
const asLine = ({ method, url, body }: Pick<Arrived, 'method' | 'url' | 'body'>): string =>
  `${method} ${url} ${withoutBoundary(body)}`;

/** Returns the tap's reports that differ from the requests or their answers; empty as it should be. */
function wrongIn(told: readonly TapEvent[], arrived: readonly Arrived[], site: string): string[] {
  const ofKind = <Kind extends TapEvent['kind']>(kind: Kind): Told<Kind>[] =>
    told.filter((event): event is Told<Kind> => event.kind === kind);
  const requests = ofKind('request');
  const refused = new Set(ofKind('expired').map(({ id }) => id));
  const hasLeft = ({ id }: { readonly id: number }): boolean => !refused.has(id);
  const sent = [
    ...requests
      .filter(hasLeft)
      .map(({ method, url, body }) => asLine({ method, url, body: body ?? 'null' })),
    ...ofKind('dispatch')
      .filter(hasLeft)
      .map(({ url, text }) => asLine({ method: 'TEXT', url, body: text })),
  ];
  const seen = arrived
    .filter(({ method, url }) => !['GET', 'BINARY'].includes(method) && isWatched(url, site))
    .map((each) =>
      asLine(each.method === 'TEXT' ? { ...each, url: withoutQuery(each.url) } : each),
    );
  const wrong = [
    ...difference(sent, seen).map((line) => `told, but did not arrive: ${line}`),
    ...difference(seen, sent).map((line) => `arrived, but was not told: ${line}`),
  ];

  const chunks = Map.groupBy(ofKind('chunk'), ({ id, reading }) => `${id} ${reading}`);
  for (const pieces of chunks.values()) {
    const request = requests.find(({ id }) => id === pieces[0]?.id);
    const text = pieces.map((piece) => piece.text).join('');
    const answer = request === undefined ? '' : answerFrom(request);
    if (!answer.startsWith(text)) wrong.push(`told as the answer to ${request?.url}: ${text}`);
  }
  for (const { text } of ofKind('message')) {
    const { from } = JSON.parse(text.replace('data: ', '')) as { from: string };
    if (!/^(GET http|TEXT ws|BINARY ws)/.test(from) || !from.includes(new URL(site).host)) {
      wrong.push(`told as a message of the site: ${text}`);
    }
  }
  return wrong;
}

const withoutQuery = (url: string): string => url.replace(/\?.*$/, '');
/** Redirects are followed by the browser; what goes through another realm's methods is seen by no tap. */
const isWatched = (url: string, site: string): boolean =>
  url.replace('ws', 'http').startsWith(site) &&
  !/redirected|unseen|in-step/.test(url.split('to=')[0] ?? '');

/** Returns the entries of the first list that are not in the second, counting repeats. */
function difference(all: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return all.filter((each) => {
    const index = left.indexOf(each);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

const profiles = mkdtempSync(join(tmpdir(), 'baton-tap-'));
const browsers = new Map<BrowserName, Promise<TestBrowser>>();

/** One of each, for all tests here. */
function browserOf(name: BrowserName): Promise<TestBrowser> {
  const launch = async (): Promise<TestBrowser> =>
    launchBrowser(name, {
      extensionDir: await buildExtension(name),
      profileDir: join(profiles, name),
    });
  const browser = browsers.get(name) ?? launch();
  browsers.set(name, browser);
  return browser;
}

afterAll(async () => {
  for (const browser of browsers.values()) await (await browser).close();
  rmSync(profiles, { recursive: true, force: true, maxRetries: 5 });
});

describe.for(SAMPLED_BROWSERS)('what the tap tells of a hostile page in %s', (name) => {
  let site: TapSite;
  let other: TapSite;
  let browser: TestBrowser;

  beforeAll(async () => {
    site = await startTapSite(await scriptOf('hostile-page.ts'));
    other = await startTapSite();
    browser = await browserOf(name);
  });
  afterAll(() => Promise.all([site?.close(), other?.close()]));

  async function attempt(cases: readonly AnyCase[]): Promise<void> {
    const wrong: string[] = [];
    for (let from = 0; from < cases.length; from += CASES_AT_ONCE) {
      const some = cases
        .slice(from, from + CASES_AT_ONCE)
        .map((each, index) => ({ ...each, number: from + index }));
      const before = site.arrived.length;
      const page = await browser.newPage(`${site.origin}/`);
      const told = await page.evaluate(
        (these, elsewhere) => window.hostile?.run(these, elsewhere),
        some,
        other.origin,
      );
      await page.close();
      const events = JSON.parse(told ?? 'null') as TapEvent[];
      const found = wrongIn(events, site.arrived.slice(before), site.origin);
      if (found.length > 0) wrong.push(...found, JSON.stringify(some));
    }
    expect(wrong).toEqual([]);
  }

  test('is what was sent, and replies are from there, whichever trick is tried', () =>
    attempt(ONE_AT_A_TIME.filter((_, index) => index % EVERY[name] === 0)));

  test(
    'is what was sent, and replies are from there, however tricks are joined',
    { timeout: 60_000 + CASES * 400 },
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(aCase, { minLength: CASES_AT_ONCE, maxLength: CASES_AT_ONCE }),
          attempt,
        ),
        { numRuns: Math.ceil(CASES / CASES_AT_ONCE), endOnFailure: true },
      );
    },
  );

  test('is that it went elsewhere, whosever methods it uses', async () => {
    const page = await browser.newPage(`${site.origin}/`);
    expect(await page.evaluate(() => window.hostile?.moves())).toBe(true);
    await page.close();
  });

  test.for(['nothing', 'then-of-answers'] as const)(
    'is of the site’s history what the site itself answered, with %s broken',
    async (pollution) => {
      const read = async (path: string): Promise<unknown> => {
        const page = await browser.newPage(`${site.origin}/`);
        const args = [path, pollution, other.origin] as const;
        const told = await page.evaluate((...given) => window.hostile?.read(...given), ...args);
        await page.close();
        return JSON.parse(told ?? 'null');
      };
      const own = { status: 200, body: answerFrom({ method: 'GET', url: `${site.origin}/own` }) };
      const none = { status: 0, body: '' };
      expect(await read('/own')).toMatchObject(pollution === 'nothing' ? own : none);
      expect(await read(`/led?status=302&to=${other.origin}/elsewhere`)).toMatchObject(none);
    },
  );
});

describe.for(SAMPLED_BROWSERS)('what an honest page sends and gets in %s', (name) => {
  let site: TapSite;
  let browser: TestBrowser;

  beforeAll(async () => {
    site = await startTapSite(await scriptOf('honest-page.ts'));
    browser = await browserOf(name);
  });
  afterAll(() => site?.close());

  /** Returns the outcome of each call in the page, and the requests that arrived, header by header and byte by byte. */
  async function run(
    search: string,
  ): Promise<{ readonly came: unknown; readonly sent: readonly unknown[] }> {
    const before = site.arrived.length;
    const page = await browser.newPage(`${site.origin}/${search}`);
    const came = await page.evaluate(() => window.honest?.());
    await page.close();
    // Whether what is given up at once left before is a race within the browser.
    const arrived = site.arrived.slice(before).filter(({ url }) => !url.includes('given%20up'));
    const sent = arrived.map(({ method, url, headers, body }) => ({
      request: `${method} ${url}`,
      headers: headersOf(headers, search),
      body: withoutBoundary(body),
    }));
    return { came, sent };
  }

  test('is the same with a tap as without, and while sends are held', async () => {
    const without = await run('?tap=none');
    expect(await run('?tap=free')).toEqual(without);
    const held = await run('?tap=held');
    expect(held.came).toEqual(without.came);
    // What the page gives up while it is held does not leave any more.
    for (const each of held.sent) expect(without.sent).toContainEqual(each);
  });
});

/** One a line, in no order: Firefox puts `Referer` here or there. The page's own address tells whether it has a tap. */
function headersOf(raw: readonly string[], search: string): readonly string[] {
  const lines = raw.flatMap((name, index) => {
    if (index % 2 === 1) return [];
    return [`${name}: ${withoutBoundary(raw[index + 1] ?? '').replace(search, '')}`];
  });
  // A boundary is of any length.
  const isForm = lines.some((line) => line.includes('boundary='));
  return lines.filter((line) => !isForm || !line.startsWith('Content-Length')).toSorted();
}
