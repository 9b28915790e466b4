import type { PageOutcome, Target, WaitArgs } from '../messages/resource-messages.ts';
import { waitForPage } from '../content/wait-for-page.ts';
import { clean, quoted } from '../../shared/lib/page-line.ts';
import { bodyOf } from './dom.ts';
import type { PageReading } from './page-reading.ts';
import type { PageView } from './page-view.ts';
import { problem } from './problem.ts';
import { watchPage } from './settle.ts';

const LOOK_MS = 200;

/** Waits for what the page is to show, or to show no longer. */
export async function waitFor(reading: PageReading, args: WaitArgs): Promise<PageOutcome> {
  const begun = performance.now();
  const withinMs = args.timeout_ms ?? 30_000;
  if (args.idle === true) await watchPage().settled();
  else {
    const isMet = conditionOf(reading, args);
    // What a style alone changes moves nothing that can be watched: so it is looked at again by the clock as well.
    while (!isMet()) {
      const leftMs = begun + withinMs - performance.now();
      if (leftMs <= 0)
        return problem(
          'wait_timeout',
          `After ${withinMs} ms there is still ${whatIsThere(reading, args)}.`,
        );
      await waitForPage(isMet, { withinMs: Math.min(LOOK_MS, leftMs) });
    }
  }
  return { ok: true, result: { met: true, after_ms: Math.round(performance.now() - begun) } };
}

function conditionOf(reading: PageReading, args: WaitArgs): () => boolean {
  const { selector, ref, text, gone, url } = args;
  const { view } = reading;
  if (text !== undefined) return () => showsText(view, text);
  if (url !== undefined) return () => addressNow(view).includes(url);
  if (typeof gone === 'string') return () => !showsText(view, gone);
  if (gone !== undefined) return () => !isThere(reading, gone);
  return () => isThere(reading, selector === undefined ? { ref: ref ?? '' } : { selector });
}

function isThere({ find, isSeen }: PageReading, target: Target): boolean {
  const found = find(target);
  return found.ok ? isSeen(found.element) : found.error_code === 'element_ambiguous';
}

/** Without what is secret: whoever waits for each letter of it in turn would know it. */
function showsText(view: PageView, text: string): boolean {
  const shown = clean(bodyOf(document)?.innerText ?? '');
  return shown !== '' && view.blank(shown).toLowerCase().includes(clean(text).toLowerCase());
}

function addressNow({ secrets }: PageView): string {
  return secrets.values.blankAddress(location.href);
}

function whatIsThere({ view }: PageReading, args: WaitArgs): string {
  if (args.url !== undefined) return `the page ${addressNow(view).slice(0, 200)}`;
  if (args.gone !== undefined) return 'what was to be gone';
  const first = view.seen?.find((line) => line.trim() !== '');
  return `no such thing${first === undefined ? '' : `; the page begins with ${quoted(first.trim())}`}`;
}
