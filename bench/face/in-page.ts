import type { Page } from 'puppeteer-core';

/** From a click on a link of the page's own until something is drawn, in ms. */
export function drawnAfterLink(page: Page, href: string, drawn: string): Promise<number> {
  return page.evaluate(
    (to, selector) =>
      new Promise<number>((resolve) => {
        const link = document.createElement('a');
        link.href = to;
        document.body.append(link);
        const begun = performance.now();
        const seen = new MutationObserver(() => {
          if (document.querySelector(selector) === null) return;
          seen.disconnect();
          link.remove();
          requestAnimationFrame(() => resolve(performance.now() - begun));
        });
        seen.observe(document.body, { childList: true, subtree: true });
        link.click();
      }),
    href,
    drawn,
  );
}

/** Notes when the first screen shows something, counted from the navigation, before the page runs. */
export async function noteUseful(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(() => {
    const seen = new MutationObserver(() => {
      if (document.querySelector('.now :is(.sentences, .empty, .first-steps)') === null) return;
      seen.disconnect();
      requestAnimationFrame(() => performance.mark('bench:useful'));
    });
    seen.observe(document, { childList: true, subtree: true });
  });
}

/** How long after its navigation a page painted first, and was of use. */
export function firstTimes(
  page: Page,
): Promise<{ readonly paint: number; readonly useful: number }> {
  return page.evaluate(() => ({
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    useful: performance.getEntriesByName('bench:useful')[0]?.startTime ?? Number.NaN,
  }));
}

/** Times between frames while a list is thrown from place to place, in ms. */
export function scrollGaps(page: Page, list: string, jumps: number): Promise<number[]> {
  return page.evaluate(
    (selector, times) =>
      new Promise<number[]>((resolve) => {
        const box = document.querySelector(selector);
        const gaps: number[] = [];
        let last = performance.now();
        const step = (): void => {
          const now = performance.now();
          gaps.push(now - last);
          last = now;
          if (box === null || gaps.length >= times) return resolve(gaps);
          box.scrollTop = (box.scrollHeight * ((gaps.length * 7) % times)) / times;
          requestAnimationFrame(step);
        };
        requestAnimationFrame(step);
      }),
    list,
    jumps,
  );
}

/** When the newest row of a list is another one, by the machine's clock in ms. */
export function nextRowAt(page: Page, row: string): Promise<number> {
  return page.evaluate(
    (selector) =>
      new Promise<number>((resolve) => {
        const textOf = (): string => document.querySelector(selector)?.textContent ?? '';
        const before = textOf();
        const seen = new MutationObserver(() => {
          if (textOf() === before) return;
          seen.disconnect();
          requestAnimationFrame(() => resolve(Date.now()));
        });
        seen.observe(document.body, { childList: true, subtree: true, characterData: true });
      }),
    row,
  );
}
