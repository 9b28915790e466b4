import type { CallEnd } from '../../extension/page-work/call-end.ts';
import { failed } from '../../extension/page-work/call-end.ts';
import type { Entered, PageCounts, PageHost } from '../../extension/page-work/page-host.ts';
import { PageWork } from '../../extension/page-work/page-work.ts';
import { partFor } from '../../extension/page-work/part-for.ts';
import type {
  ResourceAnswer,
  ResourcePart,
  ResourceRequest,
} from '../../extension/messages/resource-messages.ts';
import type { SecretValues } from '../../shared/lib/secret-values.ts';
import { isErrorCode } from '../../shared/model/error-code-names.ts';
import { type Call, endedEarly, type Outcome } from '../calls/executor.ts';
import type { Popups } from './follow-popups.ts';
import type { ReachedFrame, WorkerPage } from './worker-page.ts';

const LOAD_LIMIT_MS = 10_000;

/** The verbs that a page's own script does. */
export const PAGE_VERBS: readonly string[] = [
  'snapshot',
  'find',
  'extract',
  'click',
  'type',
  'select',
  'check',
  'press',
  'hover',
  'scroll',
  'drag',
  'upload',
  'act',
  'waitFor',
];

/** Does what the script in a page can do, in the frame that is meant. */
export async function workInPage(
  one: WorkerPage,
  call: Call,
  { popups, signal }: { readonly popups: Popups; readonly signal: AbortSignal },
): Promise<Outcome> {
  const host = new HeldPage(one, call, { popups, signal });
  const entered = await host.enter();
  if (!('frames' in entered)) return outcomeOf(entered, host);
  const work = new PageWork(host, call.call_id, entered).run(call.verb, withFiles(call));
  // A page goes on waiting for what nobody waits for any more.
  return call.verb === 'waitFor'
    ? Promise.race([work.then((end) => outcomeOf(end, host)), cut(signal)])
    : outcomeOf(await work, host);
}

function cut(signal: AbortSignal): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const end = (): void => resolve(endedEarly(signal));
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
  return promise;
}

/** The script knows no artifacts: what they hold came with the call. */
function withFiles({ verb, args, attachments }: Call): Readonly<Record<string, unknown>> {
  if (verb !== 'upload') return args;
  const { artifacts: _, ...rest } = args;
  return { ...rest, files: attachments };
}

/** With what the page did besides that no step has told. */
async function outcomeOf(end: CallEnd, host: HeldPage): Promise<Outcome> {
  const seen = await host.doings();
  const result = { ...end.result, ...seen };
  const { page } = end;
  return {
    ok: end.ok,
    result: end.result === undefined && Object.keys(seen).length === 0 ? null : result,
    attachments: [],
    error_code: end.ok ? null : isErrorCode(end.code) ? end.code : 'tool_failed',
    error_message: end.ok ? null : end.text.slice(0, 1_000),
    page: page && {
      url: page.url.slice(0, 8_192),
      title: page.title.slice(0, 500),
      doc: page.doc,
    },
    origins: [...new Set(end.origins)],
  };
}

/** A page of the worker's, as one call meets it. */
class HeldPage implements PageHost<ReachedFrame> {
  readonly expect: ResourceRequest['expect'];
  readonly keepsLinks = false;
  readonly secrets: SecretValues;
  readonly #one: WorkerPage;
  readonly #call: Call;
  readonly #popups: Popups;
  readonly #signal: AbortSignal;
  readonly #part: ResourcePart | null;

  constructor(
    one: WorkerPage,
    call: Call,
    { popups, signal }: { readonly popups: Popups; readonly signal: AbortSignal },
  ) {
    this.#one = one;
    this.secrets = one.secrets;
    this.#call = call;
    this.#popups = popups;
    this.#signal = signal;
    this.#part = partFor(call.verb);
    this.expect = call.expect as ResourceRequest['expect'];
  }

  async enter(): Promise<Entered<ReachedFrame> | CallEnd> {
    const frames = await this.#one.reach(this.#part);
    const url = this.#one.page.url();
    const page = { url, title: '', doc: null };
    const { origin = null } = this.expect ?? {};
    const now = new URL(url).origin;
    if (origin !== null && now !== origin)
      return failed('page_changed', `The page is of ${now} now.`, page);
    return { page, frames };
  }

  ask({ frame }: ReachedFrame, request: ResourceRequest): Promise<ResourceAnswer> {
    return this.#one.ask(frame, request);
  }

  counts(): PageCounts {
    return this.#one.counts;
  }

  keep(change: Partial<PageCounts>): Promise<void> {
    this.#one.counts = { ...this.#one.counts, ...change };
    return Promise.resolve();
  }

  answered(): Promise<void> {
    return Promise.resolve();
  }

  async doings(): Promise<Readonly<Record<string, unknown>>> {
    const dialogs = this.#one.takeDialogs();
    const opened = await this.#popups.follow(await this.#one.takePopups(), this.#call);
    return { ...(dialogs.length > 0 && { dialogs }), ...(opened.length > 0 && { opened }) };
  }

  /** Returns the address and title of the page; of another site, only its origin. */
  async whereNow(): Promise<{ url: string | null; title: string | null } | null> {
    const { page } = this.#one;
    if (page.isClosed()) return null;
    await page
      .waitForFunction("document.readyState !== 'loading'", { timeout: LOAD_LIMIT_MS })
      .catch(() => undefined);
    const { origin, href } = new URL(page.url());
    const isSame = origin === (this.expect?.origin ?? origin);
    return isSame
      ? { url: href, title: await page.title().catch(() => '') }
      : { url: origin, title: null };
  }

  ended(): CallEnd | null {
    if (!this.#signal.aborted) return null;
    const { error_code, error_message } = endedEarly(this.#signal);
    return failed(error_code ?? 'cancelled', error_message ?? '');
  }
}
