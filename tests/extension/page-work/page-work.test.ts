import { describe, expect, test } from 'vitest';

import { SecretValues } from '../../../shared/lib/secret-values.ts';
import type {
  ResourceAnswer,
  ResourceRequest,
} from '../../../extension/messages/resource-messages.ts';
import { type CallEnd, failed } from '../../../extension/page-work/call-end.ts';
import type {
  Entered,
  FrameThere,
  PageCounts,
  PageHost,
} from '../../../extension/page-work/page-host.ts';
import { PageWork } from '../../../extension/page-work/page-work.ts';

const URL = 'https://orders.example/list';
const TOP: FrameThere = { path: [], origin: 'https://orders.example' };

/** A page of which the lines are said, and in which each act is done at once. */
class SaidPage implements PageHost<FrameThere> {
  expect: ResourceRequest['expect'] = null;
  readonly secrets = new SecretValues();
  /** Which document each request was for, by its verb. */
  readonly meant: (readonly [verb: string, doc: string | undefined])[] = [];
  readonly keepsLinks = false;
  lines: readonly string[] = ['e1 button "Save"'];
  acts: string[] = [];
  /** Answers that replace the usual ones, by verb; an error: the page goes away. */
  answers: Partial<Record<string, ResourceAnswer | Error>> = {};
  entering: CallEnd | null = null;
  #counts: PageCounts = { nextRef: 1, snapshots: 0, shown: null };

  enter(): Promise<Entered<FrameThere> | CallEnd> {
    const page = { url: URL, title: 'Orders', doc: null };
    return Promise.resolve(this.entering ?? { page, frames: [TOP] });
  }

  ask(_frame: FrameThere, request: ResourceRequest): Promise<ResourceAnswer> {
    const said = this.answers[request.verb];
    this.meant.push([request.verb, request.expect?.doc]);
    if (said instanceof Error) return Promise.reject(said);
    if (said !== undefined) return Promise.resolve(said);
    const seen = { url: URL, title: 'Orders', document: 'd1', next_ref: 2 };
    if (request.verb === 'snapshot') {
      const { lines } = this;
      const rest = { passed: 0, ended: true, frames: [], hidden: 0, links: [] };
      return Promise.resolve({ ...seen, ok: true, result: { lines, ...rest } });
    }
    if (request.verb === 'prepare')
      return Promise.resolve({ ...seen, ok: true, result: { prepared: true } });
    if (request.verb !== 'settle') {
      this.acts.push(request.call_id);
      return Promise.resolve({ ...seen, ok: true, result: { done: {} } });
    }
    const changed = { url: null, title: null, diff: '+ status "Saved"' };
    return Promise.resolve({ ...seen, ok: true, result: { changed, trusted: false } });
  }

  counts(): PageCounts {
    return this.#counts;
  }

  keep(change: Partial<PageCounts>): Promise<void> {
    this.#counts = { ...this.#counts, ...change };
    return Promise.resolve();
  }

  answered(): Promise<void> {
    return Promise.resolve();
  }

  doings(): Promise<Record<string, unknown>> {
    return Promise.resolve({});
  }

  whereNow(): Promise<{ url: string | null; title: string | null }> {
    return Promise.resolve({ url: `${URL}/2`, title: 'Next' });
  }

  ended(): CallEnd | null {
    return null;
  }
}

async function run(page: SaidPage, verb: string, args: object): Promise<CallEnd> {
  const entered = await page.enter();
  if (!('frames' in entered)) return entered;
  return new PageWork(page, 'call', entered).run(verb, { ...args });
}

const STEPS = [
  { verb: 'type', ref: 'e1', text: 'a' },
  { verb: 'click', ref: 'e1' },
];

describe('several steps in one call', () => {
  test('show the page after them, if that is wished', async () => {
    const page = new SaidPage();
    expect((await run(page, 'act', { steps: STEPS })).result).not.toHaveProperty('text');
    const shown = await run(page, 'act', { steps: STEPS, snapshot_after: true });
    expect(shown).toMatchObject({
      ok: true,
      result: {
        steps: [{ changed: { diff: '+ status "Saved"' } }, {}],
        snapshot: 's1',
        text: expect.stringContaining('\ne1 button "Save"'),
      },
    });
    expect(page.acts).toEqual(['call#0', 'call#1', 'call#0', 'call#1']);
  });

  test('are done, also where the page after them may not be shown', async () => {
    const page = new SaidPage();
    const entered = await page.enter();
    if (!('frames' in entered)) throw new Error('no page');
    page.entering = failed('not_granted', 'elsewhere is not allowed.');
    const args = { steps: STEPS.slice(1), snapshot_after: true };
    expect(await new PageWork(page, 'call', entered).run('act', args)).toMatchObject({
      ok: true,
      result: { steps: [{}], not_shown: 'not_granted: elsewhere is not allowed.' },
    });
  });

  test('stop where the chat may not go on, and say what was done before', async () => {
    const page = new SaidPage();
    const entered = await page.enter();
    if (!('frames' in entered)) throw new Error('no page');
    page.entering = failed('not_granted', 'elsewhere is not allowed.');
    expect(await new PageWork(page, 'call', entered).run('act', { steps: STEPS })).toMatchObject({
      ok: false,
      code: 'not_granted',
      text: 'Step 2 (click): elsewhere is not allowed.',
      result: { done_in_part: [{}] },
    });
  });
});

test('an act is begun on the document that was judged alone; what it did is asked of whichever is there', async () => {
  const page = new SaidPage();
  page.expect = { origin: TOP.origin, doc: 'd1' };
  await run(page, 'click', { ref: 'e1' });
  expect(page.meant).toEqual([
    ['prepare', 'd1'],
    ['click', 'd1'],
    ['settle', undefined],
  ]);
  page.meant.splice(0);
  await run(page, 'act', { steps: STEPS, snapshot_after: true });
  // The first step may have led on, as it was meant to.
  expect(page.meant).toEqual([
    ['prepare', 'd1'],
    ['type', 'd1'],
    ['settle', undefined],
    ['prepare', undefined],
    ['click', undefined],
    ['settle', undefined],
    ['snapshot', undefined],
  ]);
});

test('an act of which the page goes away is known as far as it came', async () => {
  const page = new SaidPage();
  const click = { ref: 'e1' };
  page.answers = { prepare: new Error('gone') };
  expect(await run(page, 'click', click)).toMatchObject({ ok: false, code: 'page_changed' });
  page.answers = { click: new Error('gone') };
  expect(await run(page, 'click', click)).toMatchObject({ ok: false, code: 'outcome_unknown' });
  page.answers = { settle: new Error('gone') };
  expect(await run(page, 'click', click)).toMatchObject({
    ok: true,
    result: { changed: { url: `${URL}/2`, left: true } },
  });
});

test('a snapshot of what cannot be entered is none, and no page without a line', async () => {
  const page = new SaidPage();
  const entered = { page: { url: URL, title: '', doc: null }, frames: [] };
  const snapshot = (args: object): Promise<CallEnd> =>
    new PageWork(page, 'call', entered).run('snapshot', { ...args });
  expect(await snapshot({})).toMatchObject({ ok: false, code: 'page_changed' });
  expect(await snapshot({ within: 'f2e1' })).toMatchObject({ ok: false, code: 'element_gone' });
});

test('a snapshot since another tells what changed, or all of it where that is not kept', async () => {
  const page = new SaidPage();
  const text = async (args: object): Promise<string> =>
    String((await run(page, 'snapshot', args)).result?.['text']);
  expect((await text({})).split('\n')).toEqual([
    `s1 page "Orders" ${URL}, untrusted text:`,
    'e1 button "Save"',
  ]);
  page.lines = ['e1 button "Save"', 'status "Saved"'];
  expect(await text({ since: 's1' })).toMatch(/\n\(changes since s1\)\n\+ status "Saved"$/);
  expect(await text({ since: 's1' })).toContain('(s1 is not kept: all of it)\ne1 button "Save"');
});
