import type { HTTPResponse, Page } from 'puppeteer-core';

import { endedEarly, failed, type Outcome } from '../calls/executor.ts';
import { unreachable } from './reachable-url.ts';

const LOAD_LIMIT_MS = 25_000;

export interface Going {
  readonly url?: string | undefined;
  readonly to?: 'back' | 'forward' | 'reload' | undefined;
}

/** Where a page ended up; a failure says why it is not told. */
export interface Arrived {
  readonly url: string;
  readonly title: string;
  readonly status: number | null;
}

/**
 * Loads a page and looks where that led. What lies at another origin than was allowed is not told of, not even its title.
 *
 * @param origin Null: nothing was said.
 */
export async function goTo(
  page: Page,
  { url, to }: Going,
  { origin, conductorUrl }: { readonly origin: string | null; readonly conductorUrl: string },
  signal: AbortSignal,
): Promise<Arrived | Outcome> {
  const fault = url === undefined ? null : unreachable(url, conductorUrl);
  if (fault !== null) return failed('origin_forbidden', fault);
  const options = { waitUntil: 'domcontentloaded', timeout: LOAD_LIMIT_MS, signal } as const;
  let response: HTTPResponse | null;
  try {
    if (url !== undefined) response = await page.goto(url, options);
    else if (to === 'reload') response = await page.reload(options);
    else response = await (to === 'back' ? page.goBack(options) : page.goForward(options));
  } catch (cause) {
    if (signal.aborted) return endedEarly(signal);
    const why = cause instanceof Error ? cause.message : String(cause);
    const isLate = cause instanceof Error && cause.name === 'TimeoutError';
    return failed(isLate ? 'navigation_timeout' : 'navigation_failed', why);
  }
  const arrived = page.url();
  // guard: worker-redirects
  if (origin !== null && new URL(arrived).origin !== origin) {
    const where = new URL(arrived).origin;
    return failed('not_granted', `It led to ${where}, which this chat was not given.`);
  }
  const forbidden = unreachable(arrived, conductorUrl);
  if (forbidden !== null) return failed('origin_forbidden', forbidden);
  return { url: arrived, title: await page.title(), status: response?.status() ?? null };
}
